import { useRef } from 'react';
import { useShortcuts } from '../frame/use-shortcuts.ts';

/** Returns the visible rows. */
const rowsOf = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** Moves the focus by `step` rows, from the focused row or else from the open one. */
function moveRow(page: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(page);
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'));
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[to]?.focus();
}

/** Callbacks of {@link useQueueShortcuts}, apart from moving through the rows. */
export type QueueShortcutsOptions = { onBlur: () => void; onHelp: () => void };

/**
 * Shortcuts of the queue: j, k and arrows move; Enter is handled by the row. Attach the ref to the container
 * of the rows.
 */
export function useQueueShortcuts({ onBlur, onHelp }: QueueShortcutsOptions) {
  const page = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => moveRow(page.current, step);
  // Arrows scroll the open report while the focus is in it.
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
