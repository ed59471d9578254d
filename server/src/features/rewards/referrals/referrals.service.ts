import { hundredthsOf } from '@adda/contract/kernel/money';
import type { Tx } from '../../../platform/database/index.ts';
import { shareOrigin } from '../../accounts/index.ts';
import { credit, type Wallet } from '../../wallet/index.ts';
import { lockReferral, markRewarded } from './referrals.repository.ts';

type Deps = {
  readonly wallet: Pick<Wallet, 'post'>;
  /** For a friend who comes along; 0 for nothing. */
  readonly coins: number;
  readonly clock: () => Date;
};

/**
 * Makes the reward for bringing a friend, to be called in the transaction that confirms the friend's e-mail: once for
 * each account, and for none that comes from the same device or network as its referrer (SV-96, X-16).
 */
export function createReferrals({ wallet, coins, clock }: Deps) {
  return async function rewardFor(tx: Tx, userId: number): Promise<void> {
    if (coins <= 0) return;
    const referral = await lockReferral(tx, userId);
    if (!referral || (await shareOrigin(tx, userId, referral.referrerId))) return;
    await markRewarded(tx, userId, clock());
    const basics = { cause: `referral:${userId}`, kind: 'referral', amount: hundredthsOf(coins) };
    const line = { type: 'referral', description: `${referral.username} joined with your link` } as const;
    await wallet.post(tx, [credit(basics, { payee: referral.referrerId, origin: 'given', line })]);
  };
}
