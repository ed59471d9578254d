import type { Database, Tx } from '../../platform/database/index.ts';
import type { Payments } from '../payments/index.ts';
import { decrementSubscribers, lockTotals } from './creators.repository.ts';
import * as subscriptions from './subscriptions.repository.ts';
import type { SubscriptionEvents } from './subscriptions.events.ts';

/** Number of subscriptions that a job reads or ends in one batch. */
const BATCH = 500;

/** Service that ends subscriptions: unsubscribed, refunded, expired, or with the subscriber's account. */
export type SubscriptionEnds = ReturnType<typeof createSubscriptionEnds>;

/** Creates the service. It updates counts and notifies only if no paid subscription between the two is left. */
export function createSubscriptionEnds(database: Database, events: Pick<SubscriptionEvents, 'ended'>) {
  async function count(
    tx: Tx,
    pairs: readonly subscriptions.Pair[],
  ): Promise<subscriptions.FormerSubscriber[]> {
    if (pairs.length === 0) return [];
    const formerSubscribers = await subscriptions.findFormerSubscribers(tx, pairs);
    await decrementSubscribers(
      tx,
      formerSubscribers.map(({ creatorId }) => creatorId),
    );
    return formerSubscribers;
  }

  async function countAndTell(tx: Tx, pairs: readonly subscriptions.Pair[]): Promise<void> {
    for (const { isTold, ...change } of await count(tx, pairs)) if (isTold) events.ended(tx, change);
  }

  async function endExpiredBatch(): Promise<number> {
    const over = await subscriptions.findExpired(database.db, BATCH);
    if (over.length > 0)
      await database.transaction(async (tx) => {
        await lockTotals(
          tx,
          over.map(({ creatorId }) => creatorId),
        );
        const ended = await subscriptions.endExpired(
          tx,
          over.map(({ id }) => id),
        );
        await countAndTell(tx, ended);
      });
    return over.length;
  }

  return {
    /** Ends all subscriptions of a user to a creator now. Returns the plans of the active ones (SV-75). */
    async endPair(tx: Tx, pair: subscriptions.Pair): Promise<readonly string[]> {
      await lockTotals(tx, [pair.creatorId]);
      const ended = await subscriptions.endPair(tx, pair);
      await countAndTell(tx, ended.length > 0 ? [pair] : []);
      return ended.filter(({ wasActive }) => wasActive).map(({ planId }) => planId);
    },

    /** Ends a fully refunded subscription (SV-78). */
    async endRefunded(tx: Tx, { id, creatorId }: { id: number; creatorId: number }): Promise<void> {
      await lockTotals(tx, [creatorId]);
      await countAndTell(tx, await subscriptions.endRefunded(tx, id));
    },

    /** Ends all expired subscriptions in batches; safe to run on several nodes concurrently (SV-76). */
    async endExpired(): Promise<void> {
      while ((await endExpiredBatch()) === BATCH);
    },

    /** Ends all subscriptions of a user before the account is deleted, without notifying (SV-13). */
    async forget(tx: Tx, userId: number): Promise<void> {
      await lockTotals(tx, await subscriptions.findCreatorsOf(tx, userId));
      await count(tx, await subscriptions.endAllOf(tx, userId));
    },
  };
}

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Scheduled; tests may run it directly. */
    'creators.abandoned-subscriptions': null;
  }
}

/** Unpaid orders are kept this long; their subscriptions are deleted after them (SV-104). */
const KEPT_DAYS = 30;

type Deps = { readonly database: Database; readonly payments: Pick<Payments, 'find'> };

/** Creates the job that deletes subscriptions that were ordered, never paid, and whose orders are deleted. */
export function createAbandoned({ database, payments }: Deps) {
  return async function removeAbandoned(): Promise<void> {
    let after = 0;
    for (;;) {
      const pending = await subscriptions.listPending(database.db, { days: KEPT_DAYS, after, limit: BATCH });
      for (const { id, subscriptionId } of pending) {
        const order = await payments.find('subscription', { reference: subscriptionId });
        if (!order) await subscriptions.deletePending(database.db, id);
      }
      const last = pending.at(-1);
      if (!last || pending.length < BATCH) return;
      after = last.id;
    }
  };
}
