import { useRef } from 'react';
import { useShortcuts } from '../frame/use-shortcuts.ts';

/** The rows on screen. */
const rowsOf = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** Moves the focus by `step` rows from the one that has it, otherwise from the one that is open. */
function moveRow(page: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(page);
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'));
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[to]?.focus();
}

/** What {@link useQueueKeys} does beside moving through the rows. */
export type QueueKeysOptions = { onBlur: () => void; onHelp: () => void };

/** Keys of the queue: j, k and arrows move, Enter is the row's own. Put the ref around the rows. */
export function useQueueKeys({ onBlur, onHelp }: QueueKeysOptions) {
  const page = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => moveRow(page.current, step);
  // Arrows scroll what is open when the focus is in it.
  const arrow = (step: 1 | -1) => {
    if (document.activeElement?.closest('article')) return false;
    move(step);
    return true;
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => arrow(1),
    ArrowUp: () => arrow(-1),
    b: onBlur,
    '?': onHelp,
  });
  return page;
}
