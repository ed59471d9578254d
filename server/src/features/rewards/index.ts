/** Rewards owns what is earned without selling: the daily spin, ads that pay, friends who come along, the daily visit. */
import type { Database } from '../../platform/database/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { rewardsHandlers } from './rewards.routes.ts';

/** What rewards need of the rest. */
export type RewardsOptions = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'onEmailVerified' | 'onDeleting'>;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Coins for a friend who comes along, and for the first visit of a day; 0 for none. */
  readonly coins: { readonly referral: number; readonly visit: number };
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** Makes the feature. */
export function createRewards(_options: RewardsOptions) {
  return {
    handlers: rewardsHandlers(),
    /** Told of each call of somebody who is logged in, before it is answered: the first of a day pays. */
    visited: async (_visitor: { readonly userId: number; readonly isGuest: boolean }): Promise<void> => {},
  };
}

/** The face of rewards. */
export type Rewards = ReturnType<typeof createRewards>;
