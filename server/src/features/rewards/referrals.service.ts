import { hundredthsOf } from '@adda/contract/kernel/money';
import {
  REFERRALS_FROM_ONE_NETWORK,
  type ReferralDecision,
  type ReferralReview,
} from '@adda/contract/rewards';
import { randomBytes } from 'node:crypto';
import { userReference, writeAudit } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { mostFromOneNetwork, shareOrigin } from '../accounts/index.ts';
import { credit, type Wallet } from '../wallet/index.ts';
import * as reviews from './referrals.repository.ts';
import { listRewardedSince, lockReferral, markRewarded, type Referral } from './referrals.repository.ts';

type Deps = {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Coins per referral; 0 for none. */
  readonly coins: number;
  readonly clock: () => Date;
};

const REVIEW_ID_BYTES = 12;

/** Service for referral rewards. */
export type Referrals = ReturnType<typeof createReferrals>;

/** Creates the referral rewards and the commands of administrators. */
export function createReferrals({ database, wallet, coins, clock }: Deps) {
  async function pay(tx: Tx, friendId: number, { referrerId, username }: Referral): Promise<void> {
    await markRewarded(tx, friendId, clock());
    const basics = { cause: `referral:${friendId}`, kind: 'referral', amount: hundredthsOf(coins) };
    const line = { type: 'referral', description: `${username} joined with your link` } as const;
    await wallet.post(tx, [credit(basics, { payee: referrerId, origin: 'given', line })]);
  }

  /**
   * Whether the referrer already has the maximum number of unreviewed rewards for friends from this friend's network.
   */
  async function isCrowded(tx: Tx, friendId: number, referrerId: number): Promise<boolean> {
    const { rewards, seconds } = REFERRALS_FROM_ONE_NETWORK;
    const rewarded = await listRewardedSince(tx, referrerId, new Date(clock().getTime() - seconds * 1000));
    return (await mostFromOneNetwork(tx, friendId, rewarded)) >= rewards;
  }

  return {
    /**
     * Call in the transaction that confirms the friend's e-mail. Pays once per account, and not if the friend shares a
     * device or network with the referrer (SV-96, X-16). The third friend from one network within a week waits for an
     * administrator.
     */
    async rewardFor(tx: Tx, friendId: number): Promise<void> {
      if (coins <= 0) return;
      const referral = await lockReferral(tx, friendId);
      if (!referral || (await shareOrigin(tx, friendId, referral.referrerId))) return;
      if (!(await isCrowded(tx, friendId, referral.referrerId))) return pay(tx, friendId, referral);
      const id = randomBytes(REVIEW_ID_BYTES).toString('hex');
      await reviews.addReview(tx, { id, friendId, referrerId: referral.referrerId }, clock());
    },

    /** Returns pending or decided reviews. */
    list: (query: reviews.ReviewsQuery): Promise<{ referrals: ReferralReview[]; total_count: number }> =>
      reviews.listReviews(database.db, query),

    /**
     * Pays a pending reward, or refuses it permanently; audited. Throws `referral_not_found`, `referral_is_own`, and
     * `referral_not_payable` if one of the two is suspended or deleted.
     */
    decide: (actor: Actor, id: string, decision: ReferralDecision): Promise<void> =>
      database.transaction(async (tx) => {
        const waiting = await reviews.lockReview(tx, id);
        if (!waiting) throw appError('referral_not_found');
        const { friendId, referrerId } = waiting;
        if (actor.userId === referrerId || actor.userId === friendId) throw appError('referral_is_own');
        if (decision === 'approved') {
          const referral = await lockReferral(tx, friendId);
          if (!referral) throw appError('referral_not_payable');
          await pay(tx, friendId, referral);
        }
        await reviews.decideReview(tx, id, { status: decision, by: actor.userId, at: clock() });
        await writeAudit(tx, {
          actorId: actor.userId,
          action: `referral_${decision}`,
          target: userReference(referrerId),
          details: {
            referral: id,
            friend: userReference(friendId),
            coins: decision === 'approved' ? coins : 0,
          },
        });
      }),
  };
}
