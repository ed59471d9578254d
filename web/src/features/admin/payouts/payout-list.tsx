import { displayedName } from '@adda/contract/accounts';
import { PAYOUTS_PAGE, type PayoutCase } from '@adda/contract/wallet';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallOutput } from '../../../platform/api.ts';
import { Time } from '../../../ui/time.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { FilterSelect } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { RowLink } from '../frame/place-link.tsx';
import { StateMarks } from '../frame/state-mark.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { payoutStatusName, payoutTones } from './payout-labels.ts';

function StatusFilter() {
  const { t } = useLingui();
  return (
    <div className="flex">
      <FilterSelect
        name="status"
        label={t`Status`}
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

/** A queue row: user, amount and age. */
function PayoutRow({ payout }: { payout: PayoutCase }) {
  const { t } = useLingui();
  const { id, amount, payable, status } = payout;
  return (
    <RowLink id={id}>
      <span className="flex items-baseline justify-between gap-3">
        <strong className="min-w-0 truncate">{displayedName(payout.username)}</strong>
        <Time value={payout.created_at} as="ago" className="shrink-0 text-xs text-mute" />
      </span>
      <span className="text-sm tabular-nums">
        {coinsText(amount)} <span className="text-mute">({coinsWorth(amount)})</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <StateMarks
          marks={[
            [payoutTones[status], payoutStatusName(status)],
            status !== 'rejected' && payable < amount && ['calm', t`Partly bought`],
            payout.first_approval && ['warm', t`Needs another approval`],
            payout.is_suspended && ['bad', t`Suspended`],
            !payout.payee && ['bad', t`No payee`],
          ]}
        />
      </span>
    </RowLink>
  );
}

export type PayoutListProps = { query: UseQueryResult<CallOutput<'GET /admin/payouts'>> };

/** Payout requests by status, oldest first. */
export function PayoutList({ query }: PayoutListProps) {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <>
      <StatusFilter />
      <PagedList
        query={query}
        items={(data) => data.payouts}
        total={(data) => data.total_count}
        pageSize={PAYOUTS_PAGE}
        label={t`Payouts`}
        count={(total) => plural(total, { one: '# payout', other: '# payouts' })}
        empty={
          <EmptyState
            title={filter.status ? <Trans>No such payout</Trans> : <Trans>No payout is waiting</Trans>}
          />
        }
      >
        {(payout) => <PayoutRow key={payout.id} payout={payout} />}
      </PagedList>
    </>
  );
}
