import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { countFewerSubscribers } from './creator-totals.repository.ts';
import { findCreator, type CreatorPerson } from './creators.repository.ts';
import { endActive, endAllOf, findActive } from './subscriptions.repository.ts';

/** A subscription that its subscriber has ended; names as they are now. */
export type SubscriptionEnded = {
  readonly creatorId: number;
  readonly subscriberId: number;
  readonly creator: string;
  readonly subscriber: string;
};

/** Who has access to whose locked posts. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Makes the commands of subscriptions. */
export function createSubscriptions(database: Database) {
  const listeners: ((ended: SubscriptionEnded) => void)[] = [];

  async function personOf(actor: Actor, creator: string): Promise<CreatorPerson> {
    const person = await findCreator(database.db, actor.userId, creator);
    if (!person) throw appError('user_not_found');
    return person;
  }

  return {
    /** Told of each subscription that is taken back, once it is committed; must not throw. */
    onEnded: (listener: (ended: SubscriptionEnded) => void) => void listeners.push(listener),

    /** The caller's subscription to somebody; a block leaves a paid one as it is. Throws `user_not_found` (SV-74). */
    async check(actor: Actor, creator: string) {
      const { userId, isSuspended } = await personOf(actor, creator);
      if (isSuspended) throw appError('user_not_found');
      const active = await findActive(database.db, actor.userId, userId);
      return {
        is_subscribed: active !== undefined,
        plan_id: active?.planId ?? null,
        expires_at: active?.expiresAt.toISOString() ?? null,
      };
    },

    /** Ends access at once, without a refund, also to somebody suspended. Throws `user_not_found` or `no_active_subscription` (SV-75). */
    async unsubscribe(actor: Actor, creator: string): Promise<void> {
      const { userId: creatorId, username } = await personOf(actor, creator);
      const { userId: subscriberId, username: subscriber } = actor;
      await database.transaction(async (tx) => {
        if (!(await endActive(tx, subscriberId, creatorId))) throw appError('no_active_subscription');
        await countFewerSubscribers(tx, [creatorId]);
        afterCommit(tx, () => {
          for (const listener of listeners)
            listener({ creatorId, subscriberId, creator: username, subscriber });
        });
      });
    },

    /** Ends what a person is subscribed to, before the account is gone (SV-13). */
    async forget(tx: Tx, userId: number): Promise<void> {
      await countFewerSubscribers(tx, await endAllOf(tx, userId));
    },
  };
}
