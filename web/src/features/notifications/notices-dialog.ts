import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens and closes the notification list: from the bell and from a toast, also where there is no header. */
export const noticesDialog = { open: () => show(true), close: () => show(false) };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether the list is open. */
export const useNoticesDialog = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
