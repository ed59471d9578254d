import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type AppealCase } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Time } from '../../../ui/time.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { OpenItem, DetailBlock, DetailHeading } from '../frame/detail.tsx';
import { DecidedFilter } from '../frame/filters.tsx';
import { ListSection } from '../frame/list-section.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { RowLink } from '../frame/place-link.tsx';
import { StateMarks } from '../frame/state-mark.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { sanctionName } from '../people/sanction-labels.ts';
import { appealsQuery } from './appeals.queries.ts';
import { PersonLink } from '../people/person-line.tsx';
import { SanctionList } from '../people/sanction-list.tsx';
import { AppealDecisionForm } from './appeal-decision.tsx';

function Outcome({ appeal }: { appeal: AppealCase }) {
  const { decided_by: by, decided_at: at, answer } = appeal;
  return (
    <DetailBlock title={appeal.status === 'upheld' ? <Trans>Upheld</Trans> : <Trans>Reversed</Trans>}>
      <p className="text-sm text-mute">
        {by && <Trans>by {by}</Trans>} {at && <Time value={at} as="full" />}
      </p>
      {answer && <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>}
    </DetailBlock>
  );
}

type AppealDetailProps = { appeal: AppealCase; onDecided: () => void };

/** An appeal: its text, the sanction it contests, and the decision form. */
function AppealDetail({ appeal, onDecided }: AppealDetailProps) {
  const name = displayedName(appeal.person.username);
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <header className="grid gap-2">
        <DetailHeading>
          <Trans>Appeal of {name}</Trans>
        </DetailHeading>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
          <PersonLink person={appeal.person} />
          <Time value={appeal.created_at} as="full" />
        </p>
      </header>
      <DetailBlock title={<Trans>What they say</Trans>}>
        <p className="rounded-card border border-line bg-surface p-4 whitespace-pre-wrap wrap-anywhere">
          {appeal.text}
        </p>
      </DetailBlock>
      <DetailBlock title={<Trans>The decision</Trans>}>
        <SanctionList sanctions={[appeal.sanction]} />
      </DetailBlock>
      {appeal.status === 'open' ? (
        <AppealDecisionForm appeal={appeal} onDecided={onDecided} />
      ) : (
        <Outcome appeal={appeal} />
      )}
    </article>
  );
}

/** A row of the appeal list. */
function AppealRow({ appeal }: { appeal: AppealCase }) {
  const { t } = useLingui();
  return (
    <RowLink id={appeal.appeal_id}>
      <span className="flex items-center justify-between gap-3">
        <strong className="min-w-0 truncate">{displayedName(appeal.person.username)}</strong>
        <Time value={appeal.created_at} as="ago" className="shrink-0 text-xs text-mute" />
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere">{appeal.text}</span>
      <span className="flex flex-wrap gap-2">
        <StateMarks
          marks={[
            ['calm', sanctionName(appeal.sanction.kind)],
            appeal.status === 'upheld' && ['calm', t`Upheld`],
            appeal.status === 'reversed' && ['warm', t`Reversed`],
            appeal.status === 'open' && !appeal.may_decide && ['warm', t`Your own decision`],
          ]}
        />
      </span>
    </RowLink>
  );
}

/** Appeals against sanctions, and their decisions. */
export function AppealsSection() {
  const { t } = useLingui();
  const { filter, open } = useAdminPlace();
  const query = useQuery(appealsQuery(filter));
  const appeals = query.data?.appeals;
  const openNext = (decidedId: string) =>
    open(appeals?.find((each) => each.status === 'open' && each.appeal_id !== decidedId)?.appeal_id);
  return (
    <ListSection
      title={t`Appeals`}
      listLabel={t`List of appeals`}
      detailLabel={t`The open appeal`}
      list={
        <>
          <div className="flex">
            <DecidedFilter />
          </div>
          <PagedList
            query={query}
            items={(data) => data.appeals}
            total={(data) => data.total_count}
            pageSize={REPORTS_PAGE}
            label={t`Appeals`}
            count={(total) => plural(total, { one: '# appeal', other: '# appeals' })}
            empty={
              <EmptyState
                title={filter.status ? <Trans>None decided yet</Trans> : <Trans>No appeal is waiting</Trans>}
              />
            }
          >
            {(appeal) => <AppealRow key={appeal.appeal_id} appeal={appeal} />}
          </PagedList>
        </>
      }
      renderDetail={(id) => (
        <OpenItem
          query={query}
          item={appeals?.find((each) => each.appeal_id === id)}
          missing={{
            title: <Trans>This appeal is not in the list</Trans>,
            text: <Trans>It may have been decided meanwhile, or it is on another page.</Trans>,
          }}
        >
          {(appeal) => <AppealDetail key={id} appeal={appeal} onDecided={() => openNext(id)} />}
        </OpenItem>
      )}
      placeholder={<EmptyState icon={<Scale className="size-7" />} title={<Trans>Choose an appeal</Trans>} />}
    />
  );
}
