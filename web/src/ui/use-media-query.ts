import { useSyncExternalStore } from 'react';

/** Panels are side by side from this width on. */
const DESKTOP = '(width >= 64rem)';

/** From this width on a list, a chat of 560 px and what belongs to it fit beside each other (HM-03). */
const THREE_PANELS = '(width >= 72rem)';

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

/** Whether the window is wide enough for a third panel beside a chat (1152 px at the default text size). */
export const useFitsThree = (): boolean => useMediaQuery(THREE_PANELS);
