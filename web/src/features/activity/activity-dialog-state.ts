import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens and closes what happened: from the bell and from a toast, also where there is no header. */
export const activityDialog = { open: () => show(true), close: () => show(false) };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether it is open. */
export const useActivityDialog = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
