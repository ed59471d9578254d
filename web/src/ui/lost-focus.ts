import { useEffect } from 'react';

/**
 * Whether nothing on the page has the focus: the focused element was removed, or is inside `closed`, which is
 * no longer shown.
 */
export function isFocusLost(closed?: Element): boolean {
  const { activeElement: at } = document;
  return !at || at === document.body || !at.isConnected || closed?.contains(at) === true;
}

/** Returns the elements around an element that can take the focus instead, nearest first. */
export function regionsAround(element: Element): readonly HTMLElement[] {
  const regions: HTMLElement[] = [];
  let region = element.parentElement?.closest<HTMLElement>('[tabindex]');
  while (region) {
    regions.push(region);
    region = region.parentElement?.closest<HTMLElement>('[tabindex]');
  }
  return regions;
}

/** Moves the focus to the page's main content. */
export const focusPage = (): void => document.getElementById('main')?.focus();

/** If a view unmounts together with the focused element, moves the focus to the page's content. */
export function useKeepFocusOnPage(): void {
  useEffect(
    () => () => {
      if (isFocusLost()) focusPage();
    },
    [],
  );
}
