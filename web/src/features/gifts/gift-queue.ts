import type { GiftSent } from '@adda/contract/gifts';

/** Maximum length of the queue: beyond it, the oldest waiting gifts are dropped. */
const MAX_WAITING = 6;

/** Number of remembered gift ids, to ignore repeated events. */
const MAX_SEEN_IDS = 50;

let queue: readonly GiftSent[] = [];
let seenIds: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly GiftSent[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/**
 * Queue of the gifts to show in the open room, one after the other. Without a subscriber gifts are dropped: they are not
 * shown later.
 */
export const giftQueue = {
  /** Adds a gift from an event. */
  hear(gift: GiftSent): void {
    if (listeners.size === 0 || seenIds.includes(gift.gift_id)) return;
    seenIds = [...seenIds, gift.gift_id].slice(-MAX_SEEN_IDS);
    const [shown, ...waiting] = queue;
    change(shown ? [shown, ...[...waiting, gift].slice(-MAX_WAITING)] : [gift]);
  },
  /** Removes a gift after it was shown. */
  done: (giftId: string): void => change(queue.filter((gift) => gift.gift_id !== giftId)),
  /** Returns the shown gift and the waiting ones; the same array until it changes. */
  current: (): readonly GiftSent[] => queue,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) queue = [];
    };
  },
};
