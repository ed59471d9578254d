import type { GiftSent } from '@adda/contract/gifts';

/** More than so many at once are not shown one by one: the oldest that wait are left out. */
const MOST_WAITING = 6;

/** So many gifts are remembered, to know one that comes twice. */
const REMEMBERED = 50;

let queue: readonly GiftSent[] = [];
let heard: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly GiftSent[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/**
 * The gifts of the open room that are to be shown, one after the other. With nobody looking nothing is kept: a gift that
 * is told of long afterwards is no fun.
 */
export const giftQueue = {
  /** Somebody gave somebody something. */
  hear(gift: GiftSent): void {
    if (listeners.size === 0 || heard.includes(gift.gift_id)) return;
    heard = [...heard, gift.gift_id].slice(-REMEMBERED);
    const [shown, ...waiting] = queue;
    change(shown ? [shown, ...[...waiting, gift].slice(-MOST_WAITING)] : [gift]);
  },
  /** It was shown. */
  done: (giftId: string): void => change(queue.filter((gift) => gift.gift_id !== giftId)),
  /** The one that is shown, then those that wait; the same array until it changes. */
  current: (): readonly GiftSent[] => queue,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) queue = [];
    };
  },
};
