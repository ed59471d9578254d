import type { AdChange, AdInput, ManagedAd } from '@adda/contract/ads';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import type { AdminFilter } from '../frame/use-admin-place.ts';

const kinds = ['feed', 'reward'] as const;

/** Ads of both kinds or of the filtered one, ended ones last (SV-90). */
export const adsQuery = (filter: AdminFilter) => {
  const kind = kinds.find((known) => known === filter.kind);
  return queryOptions({
    queryKey: [...adminKey, 'ads', kind ?? 'all'],
    queryFn: async ({ signal }): Promise<ManagedAd[]> =>
      (await api('GET /admin/ads', { query: { kind }, signal })).ads,
    placeholderData: keepPreviousData,
  });
};

/** Creates an ad (SV-90). */
export const sendAd = async (body: AdInput): Promise<ManagedAd> =>
  (await api('POST /admin/ads', { body })).ad;

/** Changes an ad; omitted fields stay. */
export const sendAdChange = async (adId: string, body: AdChange): Promise<ManagedAd> =>
  (await api('PATCH /admin/ads/:ad_id', { params: { ad_id: adId }, body })).ad;

/** Ends an ad immediately. */
export const sendAdEnd = (adId: string) => api('DELETE /admin/ads/:ad_id', { params: { ad_id: adId } });
