import { useEffect, useRef, type FocusEvent } from 'react';
import { isFocusLost } from './lost-focus.ts';

/**
 * If a render removes the focused element of a region, moves the focus to the element that `next` returns.
 * Spread the returned props on the region; call this in the component that removes the elements.
 */
export function useKeepFocus(next: () => HTMLElement | null | undefined) {
  const at = useRef<Element>(undefined);
  useEffect(() => {
    if (!at.current || at.current.isConnected || !isFocusLost()) return;
    at.current = undefined;
    next()?.focus();
  });
  return {
    onFocus: (event: FocusEvent) => {
      at.current = event.target;
    },
    // React fires no blur when it removes elements, so this blur is the user's.
    onBlur: () => {
      at.current = undefined;
    },
  };
}
