import { AD_SEEN_MS, AD_SEEN_SHARE, ADS_SEEN_EVERY_MS, ADS_SEEN_MAX } from '@adda/contract/ads/limits';
import type { Post } from '@adda/contract/feed';
import { useEffect, type RefObject } from 'react';
import { api } from '../../../platform/api.ts';

/** Places of ads that were told of, by their positions, so that drawing a card again tells nothing. */
const told = new Set<string>();
/** Ads that were seen and not told of yet. */
const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, in one call. An ad whose call fails is not counted: nobody is asked to wait for it. */
function send(): void {
  clearTimeout(timer);
  timer = undefined;
  const adIds = [...waiting].slice(0, ADS_SEEN_MAX);
  for (const adId of adIds) waiting.delete(adId);
  if (adIds.length > 0) void api('POST /feed/ads-seen', { body: { ad_ids: adIds } }).catch(() => undefined);
  if (waiting.size > 0) timer = setTimeout(send, ADS_SEEN_EVERY_MS);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') send();
});

/** Tells the server that the link of an ad was followed (SV-90). */
export function tellAdClick(adId: string): void {
  void api('POST /feed/ad-click', { body: { ad_id: adId } }).catch(() => undefined);
}

/** Tells the server once for each place of an ad when half of it was in sight for a second (SV-90). */
export function useAdSeen(card: RefObject<HTMLElement | null>, { media_id: adId, position }: Post): void {
  useEffect(() => {
    const place = `${adId} ${position}`;
    if (!card.current || told.has(place)) return undefined;
    let stay: ReturnType<typeof setTimeout> | undefined;
    const seen = () => {
      watcher.disconnect();
      told.add(place);
      waiting.add(adId);
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
