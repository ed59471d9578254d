import { REPORTS_PAGE } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AppealDetail } from './appeal-detail.tsx';
import { AppealRow } from './appeal-row.tsx';
import { appealsQuery } from './appeals.queries.ts';

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
