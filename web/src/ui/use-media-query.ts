import { useSyncExternalStore } from 'react';

/** Panels are side by side from this width on. */
const DESKTOP = '(width >= 64rem)';

/** Returns whether a CSS media query matches; rerenders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window is wide enough for panels side by side (1024 px at the default text size). */
export const useIsDesktop = (): boolean => useMediaQuery(DESKTOP);
