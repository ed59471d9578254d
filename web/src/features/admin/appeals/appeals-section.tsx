import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type AppealCase } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { adminSearch, useAdminPlace, type AdminFilter } from '../frame/use-admin-place.ts';
import { sanctionName } from '../people/sanction-labels.ts';
import { AppealDetail } from './appeal-detail.tsx';
import { appealsQuery } from './appeals.queries.ts';

type AppealRowProps = { appeal: AppealCase; isOpen: boolean; filter: AdminFilter };

/** A row of the appeal list. */
function AppealRow({ appeal, isOpen, filter }: AppealRowProps) {
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view: 'appeals', id: appeal.appeal_id, filter })}
        data-row={appeal.appeal_id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'grid min-h-17 gap-1 rounded-chip px-3 py-2.5 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        <span className="flex items-center justify-between gap-3">
          <strong className="min-w-0 truncate">{displayedName(appeal.person.username)}</strong>
          <Time value={appeal.created_at} as="ago" className="shrink-0 text-xs text-mute" />
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere">{appeal.text}</span>
        <span className="flex flex-wrap gap-2">
          <StateMark>{sanctionName(appeal.sanction.kind)}</StateMark>
          {appeal.status === 'upheld' && (
            <StateMark>
              <Trans>Upheld</Trans>
            </StateMark>
          )}
          {appeal.status === 'reversed' && (
            <StateMark tone="warm">
              <Trans>Reversed</Trans>
            </StateMark>
          )}
          {appeal.status === 'open' && !appeal.may_decide && (
            <StateMark tone="warm">
              <Trans>Your own decision</Trans>
            </StateMark>
          )}
        </span>
      </Link>
    </li>
  );
}

function AppealList() {
  const { t } = useLingui();
  const { id, filter, narrow } = useAdminPlace();
  const query = useQuery(appealsQuery(filter));
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex">
        <FilterSelect
          label={t`Status`}
          value={filter.status ?? ''}
          onChange={(status) => narrow({ status, page: '' })}
          options={[
            { value: '', label: t`To do` },
            { value: 'decided', label: t`Decided` },
          ]}
        />
      </div>
      <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
        {({ appeals, total_count: total }) => (
          <PagedRows
            label={t`Appeals`}
            count={plural(total, { one: '# appeal', other: '# appeals' })}
            empty={
              <EmptyState
                title={filter.status ? <Trans>None decided yet</Trans> : <Trans>No appeal is waiting</Trans>}
              />
            }

            page={pageOf(filter.page)}
            pageSize={REPORTS_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(page) => narrow({ page: String(page) })}
          >
            {appeals.map((appeal) => (
              <AppealRow
                key={appeal.appeal_id}
                appeal={appeal}
                isOpen={appeal.appeal_id === id}
                filter={filter}
              />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </div>
  );
}

function OpenAppeal({ appealId }: { appealId: string }) {
  const { filter, open } = useAdminPlace();
  const query = useQuery(appealsQuery(filter));
  const appeals = query.data?.appeals;
  const appeal = appeals?.find((each) => each.appeal_id === appealId);
  const next = () =>
    open(appeals?.find((each) => each.status === 'open' && each.appeal_id !== appealId)?.appeal_id);
  if (appeal) return <AppealDetail key={appealId} appeal={appeal} onDecided={next} />;
  if (!appeals || query.isFetching) return <ListSkeleton rows={3} />;
  return (
    <EmptyState
      title={<Trans>This appeal is not in the list</Trans>}
      text={<Trans>It may have been decided meanwhile, or it is on another page.</Trans>}
      action={
        <Button tone="quiet" onClick={() => open(undefined)}>
          <Trans>Back to the list</Trans>
        </Button>
      }
    />
  );
}

/** Appeals against sanctions, and their decisions. */
export function AppealsSection() {
  const { t } = useLingui();
  const { id, open } = useAdminPlace();
  return (
    <SectionPage title={t`Appeals`} isFilled>
      <TwoPanes
        listLabel={t`List of appeals`}
        detailLabel={t`The open appeal`}
        openId={id}
        onClose={() => open(undefined)}
        list={<AppealList />}
        detail={id && <OpenAppeal appealId={id} />}
        placeholder={
          <EmptyState icon={<Scale className="size-7" />} title={<Trans>Choose an appeal</Trans>} />
        }
      />
    </SectionPage>
  );
}
