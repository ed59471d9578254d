import type { ManagedAd } from '@adda/contract/ads';
import type { Media } from '../media/index.ts';
import type { CountedAd } from './managed-ads.repository.ts';

/** Returns an ad for an administrator, with a link to its picture that works only for that viewer. */
export function managedAdFor(viewerId: number, ad: CountedAd, media: Pick<Media, 'imageLink'>): ManagedAd {
  return {
    ad_id: ad.ad_id,
    kind: ad.kind,
    sponsor: ad.sponsor,
    caption: ad.caption,
    media_url: ad.image_id === null ? null : media.imageLink(ad.image_id, `user:${viewerId}`),
    target_url: ad.target_url,
    category: ad.category,
    adType: ad.ad_type,
    reward: ad.reward,
    clicks: ad.clicks,
    active_from: ad.active_from.toISOString(),
    active_to: ad.active_to?.toISOString() ?? null,
    created_at: ad.created_at.toISOString(),
    impressions: ad.impressions,
    hides: ad.hides,
    clicks_counted: ad.clicks_counted,
  };
}
