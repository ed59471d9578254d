import type { Virtualizer } from '@tanstack/react-virtual';
import { useMemo, useState } from 'react';

/**
 * Keeps the scroll position while older rows are added above. By default the virtualizer lets a row push the content
 * below it when its real size becomes known while its top is visible; an older row must grow upwards instead (ADR 8).
 */
export function useOlderRows(
  list: Virtualizer<HTMLDivElement, HTMLDivElement>,
  keys: readonly string[],
): void {
  const first = keys[0];
  const [top, setTop] = useState<{ first: string | undefined; before?: string | undefined }>({ first });
  if (first !== top.first) setTop({ first, before: top.first });
  const older = useMemo(
    () => (top.before === undefined ? 0 : Math.max(0, keys.indexOf(top.before))),
    [keys, top.before],
  );
  // The virtualizer has no option for this rule.
  // oxlint-disable-next-line react/immutability
  list.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset, itemSizeCache }) => {
    const offset = scrollOffset ?? 0;
    if (itemSizeCache.has(item.key)) return item.end <= offset;
    return item.start < offset || item.index < older;
  };
}
