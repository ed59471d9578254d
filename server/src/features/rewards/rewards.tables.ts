import type { WheelOutcome } from '@adda/contract/rewards';
import type { Generated } from 'kysely';

/** Number of a user's spins on a day, `YYYY-MM-DD`. */
export type SpinDaysTable = { user_id: number; day: string; spins: number };

/** The result of one spin and its coins, in hundredths. */
export type SpinsTable = {
  user_id: number;
  day: string;
  slot: number;
  outcome: WheelOutcome;
  paid: number;
  spun_at: Date;
};

/** A user's clicks on one ad since its last reward. */
export type AdRunsTable = {
  user_id: number;
  ad_type: string;
  ad_session: string;
  clicks: number;
  clicked_at: Date;
};

/** One row per user that serializes the user's claims. */
export type AdClaimersTable = { user_id: number };

/** A claimed reward of an ad: the `n`-th of the user's day; in hundredths of a coin. */
export type AdClaimsTable = {
  user_id: number;
  day: string;
  n: number;
  ad_type: string;
  paid: number;
  claimed_at: Date;
};

/** A referral reward that waits for an administrator, or was decided. */
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
