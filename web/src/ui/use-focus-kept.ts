import { useEffect, useRef, type FocusEvent } from 'react';
import { isFocusLost } from './lost-focus.ts';

/**
 * When a render takes away what had the focus in a region, what `next` finds has it instead of nothing. Give the props
 * to the region; the component that takes things away must be the one that calls this.
 */
export function useFocusKept(next: () => HTMLElement | null | undefined) {
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
    // React tells of no blur while it takes things away, so this is somebody who went elsewhere.
    onBlur: () => {
      at.current = undefined;
    },
  };
}
