import type { RewardAd } from '@adda/contract/rewards';
import { describe, expect, it } from 'vitest';
import {
  afterClaim,
  afterSkip,
  currentAd,
  isClaimable,
  limitReached,
  startRun,
  withClicks,
} from './ads-run.ts';

const adOf = (adType: string, clicks: number, reward: number): RewardAd => ({
  adType,
  category: 'regular',
  clicks,
  reward,
  sponsor: null,
  url: null,
  media: null,
});
const ads = [adOf('direct1', 3, 2), adOf('banner1', 1, 1)];

describe('a run through ads', () => {
  it('AD-04: each ad requires its clicks, then the next one starts at zero', () => {
    const first = startRun(ads);
    expect(isClaimable(withClicks(first, 2))).toBe(false);
    expect(isClaimable(withClicks(first, 3))).toBe(true);
    const second = afterClaim(withClicks(first, 3));
    expect(second).toMatchObject({ index: 1, clicksDone: 0, earned: 2 });
    const over = afterClaim(withClicks(second, 1));
    expect(currentAd(over)).toBeUndefined();
    expect(over).toMatchObject({ earned: 3, skipped: [] });
    expect(isClaimable(over)).toBe(false);
  });

  it('skipped ads are kept, and can be run afterwards with the earned coins', () => {
    const over = afterClaim(withClicks(afterSkip(startRun(ads)), 1));
    expect(over.skipped.map(({ adType }) => adType)).toEqual(['direct1']);
    expect(startRun(over.skipped, over.earned)).toMatchObject({ index: 0, earned: 1, skipped: [] });
  });

  it.each([
    [9, 29, undefined],
    [10, 29, 'short'],
    [10, 30, 'daily'],
    [0, 30, 'daily'],
  ])('AD-06, AD-10, AD-11: %i in five minutes and %i a day lock %s', (short, daily, locked) => {
    expect(limitReached({ click_count_5min: short, click_count_daily: daily })).toBe(locked);
  });
});
