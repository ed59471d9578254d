import {
  BONUSES_PAGE,
  PAYOUTS_PAGE,
  type BonusDecision,
  type BonusInput,
  type PayoutDecision,
  type PayoutStatus,
} from '@adda/contract/wallet';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

const REFRESH_MS = 60_000;

const statuses: readonly PayoutStatus[] = ['pending', 'approved', 'rejected', 'paid'];

/** All users' payout requests, oldest first; pending ones unless the filter says otherwise. */
export const payoutsQuery = (filter: AdminFilter) => {
  const query = {
    status:
      filter.status === 'all' ? undefined : (statuses.find((known) => known === filter.status) ?? 'pending'),
    page: pageOf(filter.page),
    page_size: PAYOUTS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'payouts', query],
    queryFn: ({ signal }) => api('GET /admin/payouts', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
};

/** Returns the payee's full account, or null without one. The read is recorded in the audit (SV-93). */
export const readAccount = async (payoutId: string): Promise<string | null> =>
  (await api('GET /admin/payouts/:payout_id', { params: { payout_id: payoutId } })).account;

/** Moves a request to its next step (SV-93). */
export const sendPayoutDecision = (payoutId: string, body: PayoutDecision) =>
  api('PATCH /admin/payouts/:payout_id', { params: { payout_id: payoutId }, body });

/** Bonuses that wait for a second administrator, newest first. */
export const waitingBonusesQuery = queryOptions({
  queryKey: [...adminKey, 'bonuses'],
  queryFn: ({ signal }) =>
    api('GET /admin/wallet/bonuses', { query: { status: 'waiting', page_size: BONUSES_PAGE }, signal }),
  refetchInterval: REFRESH_MS,
});

/** Confirms or rejects a bonus that another administrator started. */
export const sendBonusDecision = (bonusId: string, status: BonusDecision['status']) =>
  api('PATCH /admin/wallet/bonuses/:bonus_id', { params: { bonus_id: bonusId }, body: { status } });

/** Credits coins to a user (SV-95). */
export const sendBonus = (body: BonusInput) => api('POST /admin/wallet/bonus', { body });
