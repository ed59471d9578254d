/**
 * Rewards: the daily spin, reward ads, referrals, and the daily visit. Every limit is a unique key that a reward takes
 * once; the coins come from the platform with the origin `given`.
 */
import './rewards.tables.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Actor, Cookies } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { createAdRewards } from './ad-rewards.service.ts';
import { createReferrals } from './referrals.service.ts';
import { rewardsHandlers } from './rewards.routes.ts';
import { createSpins } from './spins.service.ts';
import { createVisits } from './visits.service.ts';

export { rewardsChecks } from './rewards-checks.repository.ts';
export { rewardSections } from './rewards.personal.repository.ts';

/** Dependencies of rewards. */
export type RewardsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onEmailVerified'>;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Returns a link to an image that works for one user only. */
  readonly imageLink: (imageId: string, audience: string) => string;
  /** Sets the cookie by which the links of a response recognize the browser. */
  readonly viewerCookie: { readonly remember: (cookies: Cookies, actor: Actor) => void };
  /** Coins for a referral, and for the first visit of a day; 0 for none. */
  readonly coins: { readonly referral: number; readonly visit: number };
  /** The clock; the system's by default. */
  readonly clock?: () => Date;
};

/** Creates the feature. */
export function createRewards({ clock = () => new Date(), coins, ...options }: RewardsOptions) {
  const deps = { ...options, clock };
  const referrals = createReferrals({ ...deps, coins: coins.referral });
  options.accounts.onEmailVerified(referrals.rewardFor);
  return {
    handlers: rewardsHandlers({
      spins: createSpins(deps),
      ads: createAdRewards(deps),
      referrals,
      viewerCookie: options.viewerCookie,
    }),
    /** Called for each authenticated request before its response: the first of a day pays. */
    visited: createVisits({ ...deps, coins: coins.visit }),
  };
}
