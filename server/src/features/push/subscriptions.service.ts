import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Subscription } from './push.types.ts';
import { endpointOf, readSubscription } from './subscription-input.codec.ts';
import * as stored from './subscriptions.repository.ts';

type Given = Parameters<typeof readSubscription>[0];

/** The browsers to which is pushed (PN-02). */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Creates the commands and the list. The end of a session, a suspension and a deletion end subscriptions in the database. */
export function createSubscriptions({ db, transaction, now }: Pick<Database, 'db' | 'transaction' | 'now'>) {
  return {
    /**
     * Subscribes a browser of the caller, or renews it. Throws `invalid_subscription`, and `invalid_token` when the session has
     * ended meanwhile.
     */
    async subscribe(subscriber: stored.Subscriber, given: Given): Promise<void> {
      const subscription = readSubscription(given);
      if (!subscription) throw appError('invalid_subscription');
      await transaction(async (tx) => {
        const at = now();
        await stored.lockSubscribing(tx, subscriber.userId, subscription.endpoint);
        if (!(await stored.lockSession(tx, subscriber, at))) throw appError('invalid_token');
        await stored.writeSubscription(tx, subscriber, subscription, at);
        await stored.endSurplus(tx, subscriber.userId);
      });
    },

    /** Ends the subscription of a user with this address. An unknown address, or one of another user, changes nothing. */
    async unsubscribe(userId: number, given: string): Promise<void> {
      const endpoint = endpointOf(given);
      if (endpoint !== undefined) await stored.removeSubscription(db, userId, endpoint);
    },

    /** Returns the subscriptions of users whose sessions are usable, by id. */
    listOf: (userIds: readonly number[]): Promise<Subscription[]> =>
      stored.listSubscriptions(db, userIds, now()),

    /** Ends a subscription that its push service no longer knows. */
    end: (id: number): Promise<void> => stored.endSubscription(db, id),

    count: (): Promise<number> => stored.countSubscriptions(db),
  };
}
