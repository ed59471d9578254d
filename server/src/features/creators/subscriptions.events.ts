import { afterCommit, type Tx } from '../../platform/database/index.ts';

/** The start or end of a subscription; usernames are current. */
export type SubscriptionChange = {
  readonly creatorId: number;
  readonly subscriberId: number;
  readonly creator: string;
  readonly subscriber: string;
};

type Listener = (change: SubscriptionChange) => void;

/** Events of started and ended subscriptions. */
export type SubscriptionEvents = ReturnType<typeof createSubscriptionEvents>;

/** Creates the event source. Listeners are called after the commit and must not throw. */
export function createSubscriptionEvents() {
  const [ofBegun, ofEnded]: [Listener[], Listener[]] = [[], []];
  const notify = (listeners: readonly Listener[]) => (tx: Tx, change: SubscriptionChange) =>
    afterCommit(tx, () => {
      for (const listener of listeners) listener(change);
    });
  return {
    onBegun: (listener: Listener) => void ofBegun.push(listener),
    onEnded: (listener: Listener) => void ofEnded.push(listener),
    begun: notify(ofBegun),
    ended: notify(ofEnded),
  };
}
