import { useSyncExternalStore } from 'react';

/** From this width on there are panels side by side. */
const DESKTOP = '(width >= 64rem)';

/** Whether a CSS media query holds; renders again when it changes. */
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

/** Whether the window is wide enough for panels side by side (1024 px at the usual text size). */
export const useIsDesktop = (): boolean => useMediaQuery(DESKTOP);
