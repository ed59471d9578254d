import type { RewardAd } from '@adda/contract/rewards';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, Megaphone, MousePointerClick } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Problem } from '../problem.tsx';
import { isClaimable, type AdsRun } from './ads-run.ts';
import type { RunningAds } from './use-ads-run.ts';

/** Returns an ad's target address if it is safe to open. */
function safeTarget(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  return /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}

type ActionProps = { ad: RewardAd; isWaiting: boolean; isClaiming: boolean; onPress: () => void };

/** The button that counts a click; opens the ad's target, if any, in a new tab. It keeps the focus while it waits. */
function ClickAction({ ad, isWaiting, isClaiming, onPress }: ActionProps) {
  const target = safeTarget(ad.url);
  const shared = {
    'data-next': true,
    'aria-disabled': isWaiting || undefined,
    'aria-busy': isClaiming || undefined,
    className: `${buttonClasses()} w-full aria-disabled:opacity-55`,
    onClick: (event: MouseEvent) => {
      if (isWaiting) event.preventDefault();
      else onPress();
    },
  };
  if (target === undefined) {
    return (
      <button type="button" {...shared}>
        <MousePointerClick aria-hidden="true" className="size-5" />
        <Trans>Click the ad</Trans>
      </button>
    );
  }
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow sponsored" {...shared}>
      <Trans>Open the ad</Trans>
      <ExternalLink aria-hidden="true" className="size-5" />
    </a>
  );
}

/** Progress of the ads, and of this ad's clicks. */
function Progress({ run, ad }: { run: AdsRun; ad: RewardAd }) {
  const { t } = useLingui();
  const number = run.index + 1;
  const total = run.ads.length;
  const { clicks, reward } = ad;
  const done = Math.min(run.clicksDone, clicks);
  return (
    <div className="grid gap-2">
      <ProgressBar label={t`Ads done`} percent={(run.index / total) * 100} className="w-full" />
      <div role="status" className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
        <span className="font-semibold">
          <Plural value={total} one={`${number} of # ad`} other={`${number} of # ads`} />
        </span>
        <span>
          <Plural value={clicks} one={`${done} of # click`} other={`${done} of # clicks`} />
        </span>
        <span className="font-semibold">
          <Plural value={reward} one="+# coin" other="+# coins" />
        </span>
      </div>
    </div>
  );
}

export type AdViewProps = { run: AdsRun; ad: RewardAd; ads: RunningAds; isLocked: boolean };

/** An ad's picture, or a card with its sponsor without one or if it fails to load. */
function AdMedia({ ad, name }: { ad: RewardAd; name: string }) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded-card bg-marigold-wash p-4 text-center">
      <div className="grid justify-items-center gap-2">
        <Megaphone aria-hidden="true" className="size-9 text-rani-ink" />
        <p className="font-display text-lg font-bold break-words">{name}</p>
        <p className="text-sm text-mute">
          <Trans>Sponsored</Trans>
        </p>
      </div>
      {ad.media !== null && failed !== ad.media && (
        <img
          src={ad.media}
          alt=""
          decoding="async"
          onError={() => setFailed(ad.media ?? undefined)}
          className="absolute inset-0 size-full bg-raised object-contain"
        />
      )}
    </div>
  );
}

/** An ad with its clicks and its reward (AD-04). A failure keeps the progress (AD-22). */
export function AdView({ run, ad, ads, isLocked }: AdViewProps) {
  const { t } = useLingui();
  const number = run.index + 1;
  const name = ad.sponsor ?? t`Ad ${number}`;
  const waitsForClaim = isClaimable(run) && !ads.isClaiming;
  return (
    <div className="grid gap-4">
      <Progress run={run} ad={ad} />
      <AdMedia ad={ad} name={name} />
      {!isLocked && ads.claimError && (
        <Problem
          text={<Trans>Failed to claim reward</Trans>}
          detail={ads.claimError.message}
          onRetry={waitsForClaim ? ads.claimAgain : undefined}
        />
      )}
      {ads.clickError && (
        <Problem text={<Trans>This click didn't count</Trans>} detail={ads.clickError.message} />
      )}
      {!isLocked && !waitsForClaim && (
        <ClickAction ad={ad} isWaiting={ads.isWaiting} isClaiming={ads.isClaiming} onPress={ads.press} />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button tone="plain" size="small" onClick={ads.choose}>
          <Trans>Other ads</Trans>
        </Button>
        <Button tone="quiet" size="small" disabled={ads.isClaiming} onClick={ads.skip}>
          <Trans>Skip to next</Trans>
        </Button>
      </div>
    </div>
  );
}
