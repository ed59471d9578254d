import { useEffect } from 'react';

/** Whether nothing on the page has the focus: what had it is gone, or lies in `closed`, which is no longer shown. */
export function isFocusLost(closed?: Element): boolean {
  const { activeElement: at } = document;
  return !at || at === document.body || !at.isConnected || closed?.contains(at) === true;
}

/** What around an element can take the focus in its place, the nearest first. */
export function regionsAround(element: Element): readonly HTMLElement[] {
  const regions: HTMLElement[] = [];
  let region = element.parentElement?.closest<HTMLElement>('[tabindex]');
  while (region) {
    regions.push(region);
    region = region.parentElement?.closest<HTMLElement>('[tabindex]');
  }
  return regions;
}

/** Gives the focus to the page's content, where the reading begins. */
export const focusPage = (): void => document.getElementById('main')?.focus();

/** When a view goes away with what had the focus, the page's content has it instead of nothing. */
export function useFocusKeptOnPage(): void {
  useEffect(
    () => () => {
      if (isFocusLost()) focusPage();
    },
    [],
  );
}
