import { useSyncExternalStore } from 'react';

const KEY = 'admin.single-keys';
const listeners = new Set<() => void>();

/** Whether shortcuts without Ctrl are enabled: users of speech input may need them disabled (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(KEY) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    for (const listener of listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The setting as a hook. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys.areOn);
