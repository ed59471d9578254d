import { AD_CLAIMS_A_DAY, AD_CLAIMS_SHORT, AD_CLICK_SPACING_MS, type RewardAd } from '@adda/contract/rewards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api, type CallOutput } from '../../../platform/api.ts';
import { refetchWallet } from '../../wallet/index.ts';
import { rewardKeys } from '../rewards.queries.ts';
import {
  afterClaim,
  afterSkip,
  currentAd,
  isClaimable,
  startRun,
  withClicks,
  type AdsRun,
  type ClaimCounts,
} from './ads-run.ts';

type Held = CallOutput<'GET /wallet/ads'>;

const codeOf = (error: Error): string => (error instanceof ApiError ? error.code : '');

/** Returns a function that stores the server's counts in the cached ads. */
function useCacheCounts() {
  const client = useQueryClient();
  return (counts: Partial<ClaimCounts>) =>
    client.setQueryData<Held>(rewardKeys.ads, (held) => held && { ...held, ...counts });
}

/** Converts the limits in a rejected claim to counts, so that one place decides which ads are locked. */
function countsOfRefusal(error: Error): Partial<ClaimCounts> {
  if (codeOf(error) === 'ad_daily_limit') return { click_count_daily: AD_CLAIMS_A_DAY };
  return codeOf(error) === 'ad_short_limit' ? { click_count_5min: AD_CLAIMS_SHORT } : {};
}

/**
 * Enforces the minimum interval between clicks (SV-88): measured from the response, which is later than the
 * server's time.
 */
function useSpacing() {
  const [answered, setAnswered] = useState(0);
  const [cooldownEnd, setCooldownEnd] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setCooldownEnd(answered), AD_CLICK_SPACING_MS);
    return () => clearTimeout(timer);
  }, [answered]);
  return { isCooling: answered !== cooldownEnd, onAnswer: () => setAnswered((count) => count + 1) };
}

/** Runs through ads: reports each click, claims completed ads, and moves to the next one (AD-04, AD-08). */
export function useAdsRun() {
  const client = useQueryClient();
  const cacheCounts = useCacheCounts();
  const [run, setRun] = useState<AdsRun>();
  const { isCooling, onAnswer } = useSpacing();
  const change = (step: (run: AdsRun) => AdsRun) => setRun((now) => now && step(now));

  const claim = useMutation({
    mutationFn: ({ adType, reward }: RewardAd) =>
      api('POST /wallet/ad-reward', { body: { adType, amount: reward } }),
    onSuccess: ({ click_count_5min, click_count_daily }) => {
      cacheCounts({ click_count_5min, click_count_daily });
      change(afterClaim);
      void refetchWallet(client);
    },
    onError: (error) => {
      cacheCounts(countsOfRefusal(error));
      // The server has counted fewer clicks, so they are repeated.
      if (codeOf(error) === 'ad_clicks_missing') change((now) => withClicks(now, 0));
    },
  });
  const click = useMutation({
    mutationFn: ({ adType }: RewardAd) => api('POST /wallet/ad-click', { body: { adType } }),
    onSuccess: ({ clicks_done: done, clicks_required: required }, ad) => {
      change((now) => withClicks(now, done));
      if (done >= required) claim.mutate(ad);
    },
    onSettled: onAnswer,
  });

  const ad = run && currentAd(run);
  const start = (next: AdsRun | undefined) => {
    claim.reset();
    click.reset();
    setRun(next);
  };
  return {
    run,
    ad,
    isClaiming: claim.isPending,
    isWaiting: isCooling || click.isPending || claim.isPending,
    claimError: claim.error,
    clickError: click.error,
    start: (ads: readonly RewardAd[]) => start(startRun(ads)),
    goBackToSkipped: () => run && start(startRun(run.skipped, run.earned)),
    choose: () => start(undefined),
    skip: () => run && start(afterSkip(run)),
    press: () => ad && click.mutate(ad),
    /** Retries the claim. */
    claimAgain: () => {
      if (ad && run && isClaimable(run) && !claim.isPending) claim.mutate(ad);
    },
  };
}

/** A run and its actions. */
export type RunningAds = ReturnType<typeof useAdsRun>;
