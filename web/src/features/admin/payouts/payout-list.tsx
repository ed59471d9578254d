import { PAYOUTS_PAGE } from '@adda/contract/wallet';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { PayoutRow } from './payout-row.tsx';
import { payoutStatusName } from './payout-labels.ts';
import { payoutsQuery } from './payouts.queries.ts';

function StatusFilter() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  return (
    <div className="flex">
      <FilterSelect
        label={t`Status`}
        value={filter.status ?? ''}
        onChange={(status) => narrow({ status, page: '' })}
        options={[
          { value: '', label: payoutStatusName('pending') },
          ...(['approved', 'paid', 'rejected'] as const).map((status) => ({
            value: status,
            label: payoutStatusName(status),
          })),
          { value: 'all', label: t`All` },
        ]}
      />
    </div>
  );
}

/** Payout requests by status, oldest first. */
export function PayoutList() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const query = useQuery(payoutsQuery(filter));
  return (
    <div className="grid grid-cols-1 gap-3">
      <StatusFilter />
      <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
        {({ payouts, total_count: total }) => (
          <PagedRows
            label={t`Payouts`}
            count={plural(total, { one: '# payout', other: '# payouts' })}
            empty={
              <EmptyState
                title={filter.status ? <Trans>No such payout</Trans> : <Trans>No payout is waiting</Trans>}
              />
            }
            page={pageOf(filter.page)}
            pageSize={PAYOUTS_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(page) => narrow({ page: String(page) })}
          >
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </div>
  );
}
