import { afterCommit, type Tx } from '../../platform/database/index.ts';

/** Somebody who is subscribed to a creator from now on, or no more; names as they are now. */
export type SubscriptionChange = {
  readonly creatorId: number;
  readonly subscriberId: number;
  readonly creator: string;
  readonly subscriber: string;
};

type Listener = (change: SubscriptionChange) => void;

/** Who hears of subscriptions that begin and end. */
export type SubscriptionEvents = ReturnType<typeof createSubscriptionEvents>;

/** Tells listeners once the transaction is committed; they must not throw. */
export function createSubscriptionEvents() {
  const [ofBegun, ofEnded]: [Listener[], Listener[]] = [[], []];
  const tell = (listeners: readonly Listener[]) => (tx: Tx, change: SubscriptionChange) =>
    afterCommit(tx, () => {
      for (const listener of listeners) listener(change);
    });
  return {
    onBegun: (listener: Listener) => void ofBegun.push(listener),
    onEnded: (listener: Listener) => void ofEnded.push(listener),
    begun: tell(ofBegun),
    ended: tell(ofEnded),
  };
}
