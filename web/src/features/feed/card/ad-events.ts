import { AD_SEEN_MS, AD_SEEN_SHARE, ADS_SEEN_EVERY_MS, ADS_SEEN_MAX } from '@adda/contract/ads/limits';
import type { Post } from '@adda/contract/feed';
import { useEffect, type RefObject } from 'react';
import { api } from '../../../platform/api.ts';

/** Positions of ads that were reported, so that a re-render reports nothing twice. */
const reported = new Set<string>();
/** Ads that were seen and are not reported yet. */
const pending = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the waiting reports as one batch. A failed request is not retried: the view is not counted. */
function send(): void {
  clearTimeout(timer);
  timer = undefined;
  const adIds = [...pending].slice(0, ADS_SEEN_MAX);
  for (const adId of adIds) pending.delete(adId);
  if (adIds.length > 0) void api('POST /feed/ads-seen', { body: { ad_ids: adIds } }).catch(() => undefined);
  if (pending.size > 0) timer = setTimeout(send, ADS_SEEN_EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send();
});

/** Reports that the link of an ad was followed (SV-90). */
export function reportAdClick(adId: string): void {
  void api('POST /feed/ad-click', { body: { ad_id: adId } }).catch(() => undefined);
}

/** Reports an ad once per position, after half of it was visible for a second (SV-90). */
export function useAdSeen(card: RefObject<HTMLElement | null>, { media_id: adId, position }: Post): void {
  useEffect(() => {
    const place = `${adId} ${position}`;
    if (!card.current || reported.has(place)) return undefined;
    let stay: ReturnType<typeof setTimeout> | undefined;
    const seen = () => {
      watcher.disconnect();
      reported.add(place);
      pending.add(adId);
      timer ??= setTimeout(send, ADS_SEEN_EVERY_MS);
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        clearTimeout(stay);
        const share = entries.at(-1)?.intersectionRatio ?? 0;
        stay = share >= AD_SEEN_SHARE ? setTimeout(seen, AD_SEEN_MS) : undefined;
      },
      { threshold: AD_SEEN_SHARE },
    );
    watcher.observe(card.current);
    return () => {
      clearTimeout(stay);
      watcher.disconnect();
    };
  }, [card, adId, position]);
}
