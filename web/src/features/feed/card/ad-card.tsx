import type { Post } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, EyeOff, Megaphone } from 'lucide-react';
import { useId, useRef, useEffect, type RefObject } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { PostMedia } from '../media/post-media.tsx';
import { cardClasses } from './card-classes.ts';
import { PostText } from './post-text.tsx';
import { AD_SEEN_MS, AD_SEEN_SHARE, ADS_SEEN_EVERY_MS, ADS_SEEN_MAX } from '@adda/contract/ads/limits';
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
function reportAdClick(adId: string): void {
  void api('POST /feed/ad-click', { body: { ad_id: adId } }).catch(() => undefined);
}

/** Reports an ad once per position, after half of it was visible for a second (SV-90). */
function useAdSeen(card: RefObject<HTMLElement | null>, { media_id: adId, position }: Post): void {
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

export type AdCardProps = { ad: Post; isFirst?: boolean | undefined };

/** Returns the ad's target if it is a safe URL for a link, otherwise undefined. */
function safeTarget(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  return /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}

/**
 * A sponsored item: it is labelled as such, links to its sponsor and can be hidden, and has no other actions (FE-02, FE-12,
 * AD-24).
 */
export function AdCard({ ad, isFirst }: AdCardProps) {
  const { t } = useLingui();
  const openDialog = useOpenDialog();
  const nameId = useId();
  const card = useRef<HTMLElement>(null);
  useAdSeen(card, ad);
  const sponsor = ad.sponsor ?? '';
  const target = safeTarget(ad.target_url);
  return (
    <article ref={card} aria-labelledby={nameId} tabIndex={-1} className={cardClasses}>
      <header className="flex items-center gap-3 py-3 ps-4 pe-2 sm:ps-5">
        <span
          aria-hidden="true"
          className="blob grid size-12 shrink-0 place-items-center bg-marigold-wash text-rani-ink"
        >
          <Megaphone className="size-6" />
        </span>
        <div className="min-w-0 grow">
          <h2
            id={nameId}
            className="truncate font-sans text-base font-semibold tracking-normal"
            title={sponsor}
          >
            {sponsor}
          </h2>
          <p className="text-sm text-mute">
            <Trans>Sponsored</Trans>
          </p>
        </div>
        <IconButton
          label={t`Hide this ad`}
          icon={<EyeOff aria-hidden="true" className="size-5" />}
          aria-haspopup="dialog"
          onClick={() => openDialog({ what: 'hide', post: ad })}
        />
      </header>
      <PostText post={ad} />
      <PostMedia post={ad} isFirst={isFirst} />
      {target !== undefined && (
        <p className="p-4 sm:px-5">
          <a
            href={target}
            target="_blank"
            rel="noopener noreferrer nofollow sponsored"
            onClick={() => reportAdClick(ad.media_id)}
            onAuxClick={({ button }) => button === 1 && reportAdClick(ad.media_id)}
            className={buttonClasses('quiet', 'small')}
          >
            <Trans>Visit {sponsor}</Trans>
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        </p>
      )}
    </article>
  );
}
