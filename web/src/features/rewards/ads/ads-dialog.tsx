import { isGuestName } from '@adda/contract/accounts';
import type { AdCategory } from '@adda/contract/rewards';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import type { CallOutput } from '../../../platform/api.ts';
import { GuestInvitation } from '../guest-invitation.tsx';
import { rewardAds } from '../rewards.queries.ts';
import { AdView } from './ad-view.tsx';
import { Counters, LimitNote } from './ad-limits.tsx';
import { AdsSummary } from './ads-summary.tsx';
import { limitReached } from './ads-run.ts';
import { CategoryChoice, NoAds } from './category-choice.tsx';
import { useAdsRun } from './use-ads-run.ts';

export type AdsDialogProps = { onClose: () => void };

type ReadyProps = AdsDialogProps & {
  held: CallOutput<'GET /wallet/ads'>;
  /** Refetches the number of claimed rewards. */
  onRefetch: () => Promise<unknown>;
  isRefetching: boolean;
};

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

/** Coins for clicks on ads (AD-01 to AD-22). Guests are asked to log in, and no request is made for them (AD-07). */
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
