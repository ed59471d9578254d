import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let minute = Date.now();

/** One timer for all times on the page; it stops while nothing subscribes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    minute = Date.now();
    timer = setInterval(() => {
      minute = Date.now();
      for (const each of listeners) each();
    }, 30_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const neverSubscribe = () => () => undefined;

/** Returns the current time in ms, updated every 30 s; 0 and never updated if `moves` is false. */
export const useNow = (moves = true): number =>
  useSyncExternalStore(moves ? subscribe : neverSubscribe, () => (moves ? minute : 0));
