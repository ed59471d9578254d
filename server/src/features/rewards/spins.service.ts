import { hundredthsOf } from '@adda/contract/kernel/money';
import { PAID_SPINS_A_DAY, type WheelOutcome } from '@adda/contract/rewards';
import type { Database } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { coinLabel, credit, type Wallet } from '../wallet/index.ts';
import { rewardDay, spinWheel } from './rewards.policy.ts';
import { countSpins, insertSpin, takeSpin } from './rewards.repository.ts';

type Deps = {
  readonly database: Database;
  readonly wallet: Pick<Wallet, 'post'>;
  readonly clock: () => Date;
};

/** A spin: its number within the user's day, and its coins. */
type Spin = { readonly slot: number; readonly isGuest: boolean; readonly coins: number };

const mayPay = ({ slot, isGuest }: Omit<Spin, 'coins'>): boolean => !isGuest && slot <= PAID_SPINS_A_DAY;

/** Returns the message of a spin's result. */
function messageOf({ slot, isGuest, coins }: Spin): string {
  if (isGuest) return 'Guests win no coins. Make an account to win.';
  if (!mayPay({ slot, isGuest })) return 'Today’s paid spins are used up, so no coins were added.';
  return coins > 0 ? `You won ${coinLabel(coins)}!` : 'No coins this time. Spin again!';
}

/** Service for the daily spin. */
export type Spins = ReturnType<typeof createSpins>;

/** Creates the daily spin (SP-01). */
export function createSpins({ database, wallet, clock }: Deps) {
  return {
    /** Returns the number of the caller's spins today (SV-85). */
    count: (actor: Actor): Promise<number> => countSpins(database.db, actor.userId, rewardDay(clock())),

    /**
     * Spins. The first three spins of a day pay a registered user. The number is taken before the wheel is drawn, so
     * that no two concurrent spins have the same one (R-09, SP-06).
     */
    spin: ({ userId, isGuest }: Actor) =>
      database.transaction(async (tx) => {
        const now = clock();
        const day = rewardDay(now);
        const slot = await takeSpin(tx, userId, day);
        const slice = spinWheel();
        const coins = mayPay({ slot, isGuest }) ? slice.coins : 0;
        const outcome: WheelOutcome = slice.outcome;
        const paid = hundredthsOf(coins);
        await insertSpin(tx, { user_id: userId, day, slot, outcome, paid, spun_at: now });
        if (coins > 0) {
          const basics = { cause: `spin:${userId}:${day}:${slot}`, kind: 'spin', amount: paid };
          const line = { type: 'wheel_game', description: `Daily spin: ${outcome}` } as const;
          await wallet.post(tx, [credit(basics, { payee: userId, origin: 'given', line })]);
        }
        const message = messageOf({ slot, isGuest, coins });
        return { outcome, spin_count: slot, message, coins_won: coins };
      }),
  };
}
