/**
 * Rewards owns what is earned without selling: the daily spin, ads that pay, friends who come along, the daily visit.
 * Every limit is a key that a reward takes once; the coins are the platform's, of the origin `given`.
 */
import './rewards.tables.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Actor, Cookies } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { createAdRewards } from './ads/ad-rewards.service.ts';
import { createReferrals } from './referrals/referrals.service.ts';
import { rewardsHandlers } from './rewards.routes.ts';
import { createSpins } from './spins/spins.service.ts';
import { createVisits } from './visits/visits.service.ts';

export { rewardsChecks } from './rewards-checks.ts';
export { rewardSections } from './rewards.personal.repository.ts';

/** What rewards need of the rest. */
export type RewardsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onEmailVerified'>;
  readonly wallet: Pick<Wallet, 'post'>;
  /** A link to an image for somebody alone. */
  readonly imageLink: (imageId: string, audience: string) => string;
  /** Lets a browser be known by the links of an answer. */
  readonly viewerCookie: { readonly remember: (cookies: Cookies, actor: Actor) => void };
  /** Coins for a friend who comes along, and for the first visit of a day; 0 for none. */
  readonly coins: { readonly referral: number; readonly visit: number };
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** Makes the feature. */
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
    /** Told of each call of somebody who is logged in, before it is answered: the first of a day pays. */
    visited: createVisits({ ...deps, coins: coins.visit }),
  };
}
