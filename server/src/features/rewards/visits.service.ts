import { hundredthsOf } from '@adda/contract/kernel/money';
import { createBatchWriter, type Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { credit, type Posted, type Wallet } from '../wallet/index.ts';
import { rewardDay, secondsToNextDay } from './rewards.policy.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Coins for the first visit of a day; 0 for none. */
  readonly coins: number;
  readonly clock: () => Date;
};

type Visit = { readonly userId: number; readonly day: string };

/** The caller of a request. */
type Visitor = { readonly userId: number; readonly isGuest: boolean };

/** Maximum size of the cache. An evicted user costs one ledger lookup, which never pays twice. */
const CACHE_MAX = 200_000;

/** Caches the users who visited today, per node. */
function createVisitCache(clock: () => Date) {
  let day = '';
  let endsAt = 0;
  let people = new Set<number>();
  return {
    today(): { readonly day: string; readonly people: Set<number> } {
      const now = clock();
      if (now.getTime() >= endsAt || people.size >= CACHE_MAX) {
        day = rewardDay(now);
        endsAt = (Math.floor(now.getTime() / 1000) + secondsToNextDay(now)) * 1000;
        people = new Set();
      }
      return { day, people };
    },
  };
}

/** Pays the first visit of a day. The first request of a user waits for it; later ones cost a set lookup. */
export function createVisits({ database, logger, wallet, coins, clock }: Deps) {
  const memory = createVisitCache(clock);
  const pending = new Map<number, Promise<void>>();
  // Many first visits coincide when a day begins or a node starts: they share transactions.
  const batchWriter = createBatchWriter<Visit, Posted>({
    database,
    execute: (tx, visits) =>
      wallet.post(
        tx,
        visits.map(({ userId, day }) =>
          credit(
            { cause: `visit:${userId}:${day}`, kind: 'visit', amount: hundredthsOf(coins) },
            {
              payee: userId,
              origin: 'given',
              line: { type: 'login_bonus', description: 'First visit of the day' },
            },
          ),
        ),
      ),
  });

  async function pay(userId: number): Promise<void> {
    const { day, people } = memory.today();
    try {
      await batchWriter.submit({ userId, day });
      people.add(userId);
    } catch (error) {
      logger.error({ err: error, userId }, 'the first visit of a day could not be paid');
    }
  }

  return async function visited({ userId, isGuest }: Visitor): Promise<void> {
    if (isGuest || coins <= 0 || memory.today().people.has(userId) || !database.isWritable()) return;
    const paying = pending.get(userId) ?? pay(userId);
    pending.set(userId, paying);
    await paying;
    pending.delete(userId);
  };
}
