import type { WheelOutcome } from '@adda/contract/rewards';
import type { Generated } from 'kysely';

/** How often somebody has spun on a day, `YYYY-MM-DD`. */
export type SpinDaysTable = { user_id: number; day: string; spins: number };

/** What one spin showed and paid, in hundredths of a coin. */
export type SpinsTable = {
  user_id: number;
  day: string;
  slot: number;
  outcome: WheelOutcome;
  paid: number;
  spun_at: Date;
};

/** Clicks of one person on one ad since its last reward. */
export type AdRunsTable = {
  user_id: number;
  ad_type: string;
  ad_session: string;
  clicks: number;
  clicked_at: Date;
};

/** Who has claimed a reward; claims of one person wait for each other here. */
export type AdClaimersTable = { user_id: number };

/** The reward of an ad that somebody claimed: the `n`-th of their day; in hundredths of a coin. */
export type AdClaimsTable = {
  user_id: number;
  day: string;
  n: number;
  ad_type: string;
  paid: number;
  claimed_at: Date;
};

/** The reward for bringing a friend that waits for an administrator, or was decided by one. */
export type ReferralReviewsTable = {
  id: string;
  friend_id: number;
  referrer_id: number;
  status: Generated<'waiting' | 'approved' | 'refused'>;
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    spin_days: SpinDaysTable;
    spins: SpinsTable;
    ad_runs: AdRunsTable;
    ad_claimers: AdClaimersTable;
    ad_claims: AdClaimsTable;
    referral_reviews: ReferralReviewsTable;
  }
}
