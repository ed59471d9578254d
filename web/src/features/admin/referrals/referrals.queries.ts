import { REFERRALS_PAGE, type ReferralDecision } from '@adda/contract/rewards';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import { pageOf, type AdminFilter } from '../frame/use-admin-place.ts';

/** Held referral rewards; decided ones if the filter is `decided`. */
export const referralsQuery = (filter: AdminFilter) => {
  const query = {
    status: filter.status === 'decided' ? ('decided' as const) : ('waiting' as const),
    page: pageOf(filter.page),
    page_size: REFERRALS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'referrals', query],
    queryFn: ({ signal }) => api('GET /admin/referrals', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Pays a held reward, or rejects it permanently. */
export const sendReferralDecision = (referralId: string, status: ReferralDecision) =>
  api('PATCH /admin/referrals/:referral_id', { params: { referral_id: referralId }, body: { status } });
