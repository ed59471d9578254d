import { isGuestName } from '@adda/contract/accounts';
import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT, ADS_CLOSE_MS, type AdCategory } from '@adda/contract/rewards';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock, PartyPopper, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { useAutoClose } from '../../../ui/use-quiet-close.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import type { CallOutput } from '../../../platform/api.ts';
import { GuestInvitation } from '../guest-invitation.tsx';
import { rewardAds } from '../rewards.queries.ts';
import { AdView } from './ad-view.tsx';
import { limitReached, type AdsRun, type ClaimCounts } from './ads-run.ts';
import { CategoryChoice, NoAds } from './category-choice.tsx';
import { useAdsRun } from './use-ads-run.ts';

export type AdsDialogProps = { onClose: () => void };

type ReadyProps = AdsDialogProps & {
  held: CallOutput<'GET /wallet/ads'>;
  /** Refetches the number of claimed rewards. */
  onRefetch: () => Promise<unknown>;
  isRefetching: boolean;
};

/** How much of the limits is used (AD-09 to AD-11). */
function Counters({ counts }: { counts: ClaimCounts }) {
  const { click_count_5min: short, click_count_daily: daily } = counts;
  return (
    <p className="text-center text-sm text-mute tabular-nums">
      <Trans>
        Rewards: {short} of {AD_CLAIMS_SHORT} in 5 minutes, {daily} of {AD_CLAIMS_A_DAY} today
      </Trans>
    </p>
  );
}

type LimitNoteProps = { limit: 'daily' | 'short'; onRetry: () => void; isRetrying: boolean };

/** States that no further ads pay for now, and until when (AD-06, AD-20, AD-21). */
function LimitNote({ limit, onRetry, isRetrying }: LimitNoteProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-marigold-wash p-4 text-center font-semibold"
    >
      <Lock aria-hidden="true" className="size-6 text-rani-ink" />
      {limit === 'daily' ? (
        <p>
          <Trans>Daily ad click limit of 30 reached. Try again tomorrow.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>Too many ad clicks in 5 minutes. Please wait and try again.</Trans>
          </p>
          <Button
            tone="quiet"
            size="small"
            isBusy={isRetrying}
            onClick={onRetry}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
          >
            <Trans>Try Again</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

type AdsSummaryProps = {
  run: AdsRun;
  onSkipped: () => void;
  onChoose: () => void;
  onClose: () => void;
};

/**
 * The summary after the last ad: the earned coins and the skipped ads. It closes automatically if
 * there is no skipped ad (AD-05).
 */
function AdsSummary({ run, onSkipped, onChoose, onClose }: AdsSummaryProps) {
  const { earned, skipped } = run;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useAutoClose(skipped.length === 0, ADS_CLOSE_MS, onClose);
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <span
        aria-hidden="true"
        className="blob grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <PartyPopper className="size-8" />
      </span>
      <h3 ref={title} tabIndex={-1} className="text-lg outline-none">
        {skipped.length === 0 ? <Trans>All ads are done</Trans> : <Trans>That was the last ad</Trans>}
      </h3>
      <p role="status">
        <Plural
          value={earned}
          _0="No coins this time."
          one="You earned # coin."
          other="You earned # coins."
        />
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {skipped.length > 0 && (
          <Button onClick={onSkipped}>
            <Plural value={skipped.length} one="Back to the skipped ad" other="Back to # skipped ads" />
          </Button>
        )}
        <Button tone="quiet" onClick={onChoose}>
          <Trans>Choose other ads</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The choice of a category, its ads in sequence, and the summary. */
function Ads({ held, onRefetch, isRefetching, onClose }: ReadyProps) {
  const ads = useAdsRun();
  const { run, ad } = ads;
  const [empty, setEmpty] = useState<AdCategory>();
  const region = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(
    () => region.current?.querySelector<HTMLElement>('[data-next]') ?? region.current,
  );
  const limit = limitReached(held);
  const choose = (category: AdCategory) => {
    const list = held.ads.filter((each) => each.category === category);
    if (list.length > 0) ads.start(list);
    else setEmpty(category);
  };
  const retry = () => void onRefetch().then(ads.claimAgain);
  return (
    <div ref={region} tabIndex={-1} {...focusKept} className="grid gap-4 pt-3 outline-none">
      {run && !ad && (
        <AdsSummary run={run} onSkipped={ads.goBackToSkipped} onChoose={ads.choose} onClose={onClose} />
      )}
      {limit && (ad || !run) && <LimitNote limit={limit} onRetry={retry} isRetrying={isRefetching} />}
      {run && ad && <AdView run={run} ad={ad} ads={ads} isLocked={limit !== undefined} />}
      {!run && empty && <NoAds category={empty} onBack={() => setEmpty(undefined)} />}
      {!run && !empty && <CategoryChoice ads={held.ads} isLocked={limit !== undefined} onChoose={choose} />}
      <Counters counts={held} />
    </div>
  );
}

function RegisteredAds({ account, onClose }: AdsDialogProps & { account: string }) {
  const { data, error, isFetching, refetch } = useQuery(rewardAds(account));
  if (data) return <Ads held={data} onRefetch={refetch} isRefetching={isFetching} onClose={onClose} />;
  if (!error) return <ListSkeleton rows={2} />;
  return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
}

/** Coins for clicks on ads (AD-01 to AD-22). Guests are prompted to log in, and no request is made for them (AD-07). */
export function AdsDialog({ onClose }: AdsDialogProps) {
  const account = useSession()?.username ?? '';
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Earn Rewards</Trans>}>
      {isGuestName(account) ? (
        <div className="grid gap-4 pt-3">
          <p>
            <Trans>Please log in to earn ad rewards.</Trans>
          </p>
          <GuestInvitation onLeave={onClose} />
        </div>
      ) : (
        <RegisteredAds account={account} onClose={onClose} />
      )}
    </Dialog>
  );
}
