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
import { StateMark } from '../frame/state-mark.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { payoutStatusName } from './payout-labels.ts';

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

const tones = { pending: 'warm', approved: 'warm', rejected: 'calm', paid: 'calm' } as const;

/** A queue row: user, amount and age. */
function PayoutRow({ payout }: { payout: PayoutCase }) {
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
        <StateMark tone={tones[status]}>{payoutStatusName(status)}</StateMark>
        {status !== 'rejected' && payable < amount && (
          <StateMark>
            <Trans>Partly bought</Trans>
          </StateMark>
        )}
        {payout.first_approval && (
          <StateMark tone="warm">
            <Trans>Needs another approval</Trans>
          </StateMark>
        )}
        {payout.is_suspended && (
          <StateMark tone="bad">
            <Trans>Suspended</Trans>
          </StateMark>
        )}
        {!payout.payee && (
          <StateMark tone="bad">
            <Trans>No payee</Trans>
          </StateMark>
        )}
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
