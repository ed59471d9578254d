import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, EyeOff, ImageOff, Megaphone, MousePointerClick } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** The visible parts of an ad. */
export type PreviewedAd = {
  readonly kind: 'feed' | 'reward';
  readonly sponsor: string;
  readonly caption: string | null;
  /** The picture's address; null without one. */
  readonly picture: string | null;
  readonly target: string | null;
  readonly reward: number | null;
  readonly clicks: number | null;
};

/** Captions without a picture use a larger font up to this length, as in the feed. */
const LARGE_MAX_LENGTH = 160;
const TAGS = /(#[\p{L}\p{N}\p{M}_]+)/gu;

/** Splits a caption into text and hashtags, each with its offset. */
function piecesOf(text: string): readonly { readonly at: number; readonly words: string }[] {
  let at = 0;
  return text.split(TAGS).map((words) => {
    at += words.length;
    return { at: at - words.length, words };
  });
}

function Caption({ text, isLarge }: { text: string; isLarge: boolean }) {
  const pieces = piecesOf(text).map(({ at, words }) =>
    words.startsWith('#') ? (
      <span key={at} className="font-medium text-rani-ink">
        {words}
      </span>
    ) : (
      words
    ),
  );
  return (
    <p
      dir="auto"
      className={classNames(
        'px-4 pb-3 break-words whitespace-pre-line sm:px-5',
        isLarge && 'pt-1 font-display text-xl leading-snug font-semibold',
      )}
    >
      {pieces}
    </p>
  );
}

/** A picture, with a fallback if it fails to load. */
function Picture({ src, className, failed }: { src: string; className: string; failed: ReactNode }) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (failedSrc === src) return failed;
  return <img src={src} alt="" decoding="async" onError={() => setFailedSrc(src)} className={className} />;
}

function FeedPreview({ ad }: { ad: PreviewedAd }) {
  const { sponsor, picture } = ad;
  const caption = ad.caption?.trim() ?? '';
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <div className="flex items-center gap-3 py-3 ps-4 pe-2 sm:ps-5">
        <span
          aria-hidden="true"
          className="blob grid size-12 shrink-0 place-items-center bg-marigold-wash text-rani-ink"
        >
          <Megaphone className="size-6" />
        </span>
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{sponsor}</p>
          <p className="text-sm text-mute">
            <Trans>Sponsored</Trans>
          </p>
        </div>
        <span aria-hidden="true" className="grid size-11 place-items-center">
          <EyeOff className="size-5" />
        </span>
      </div>
      {caption !== '' && <Caption text={caption} isLarge={!picture && caption.length <= LARGE_MAX_LENGTH} />}
      {picture && (
        <div className="grid place-items-center bg-raised">
          <Picture
            src={picture}
            className="max-h-[80dvh] w-full object-contain"
            failed={<ImageOff aria-hidden="true" className="m-8 size-8 text-mute" />}
          />
        </div>
      )}
      {ad.target && (
        <p className="p-4 sm:px-5">
          <span className={buttonClasses('quiet', 'small')}>
            <Trans>Visit {sponsor}</Trans>
            <ExternalLink aria-hidden="true" className="size-4" />
          </span>
        </p>
      )}
    </div>
  );
}

function RewardPreview({ ad }: { ad: PreviewedAd }) {
  const { reward, clicks } = ad;
  return (
    <div className="grid max-w-md gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
        <span>
          <Plural value={clicks ?? 0} one="0 of # click" other="0 of # clicks" />
        </span>
        <span className="font-semibold">
          <Plural value={reward ?? 0} one="+# coin" other="+# coins" />
        </span>
      </p>
      <div className="relative grid aspect-video place-items-center overflow-hidden rounded-card bg-marigold-wash p-4 text-center">
        <div className="grid justify-items-center gap-2">
          <Megaphone aria-hidden="true" className="size-9 text-rani-ink" />
          <p className="font-display text-lg font-bold break-words">{ad.sponsor}</p>
          <p className="text-sm text-mute">
            <Trans>Sponsored</Trans>
          </p>
        </div>
        {ad.picture && (
          <Picture
            src={ad.picture}
            className="absolute inset-0 size-full bg-raised object-contain"
            failed={null}
          />
        )}
      </div>
      <span className={`${buttonClasses()} w-full`}>
        {ad.target ? (
          <>
            <Trans>Open the ad</Trans>
            <ExternalLink aria-hidden="true" className="size-5" />
          </>
        ) : (
          <>
            <MousePointerClick aria-hidden="true" className="size-5" />
            <Trans>Click the ad</Trans>
          </>
        )}
      </span>
    </div>
  );
}

/** Preview of an ad as in the feed or among reward ads; nothing in it is interactive. */
export function AdPreview({ ad }: { ad: PreviewedAd }) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Preview`} className="max-w-xl select-none">
      {ad.kind === 'feed' ? <FeedPreview ad={ad} /> : <RewardPreview ad={ad} />}
    </div>
  );
}
