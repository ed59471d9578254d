import { useSyncExternalStore } from 'react';

/** A search that any component can open; one place renders it. */
function createOpening() {
  let opening = 0;
  let last = 0;
  let initial = '';
  const listeners = new Set<() => void>();
  const set = (next: number) => {
    opening = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    /** Opens it with a text that is searched at once. */
    open: (text = '') => {
      initial = text;
      set((last += 1));
    },
    /** The text that it was opened with. */
    initialText: () => initial,
    close: () => set(0),
    /** Returns 0 while it is closed; another number whenever it is opened, also if it was open already. */
    useOpening: (): number => useSyncExternalStore(subscribe, () => opening),
  };
}

/** The dialog that searches everything (SR-02). */
export const searchDialog = createOpening();

/** The bar that searches the open chat (SR-03). */
export const chatSearch = createOpening();
