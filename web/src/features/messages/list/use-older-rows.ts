import type { Virtualizer } from '@tanstack/react-virtual';
import { useMemo, useState } from 'react';

/**
 * Keeps what is on screen where it is while older rows come in above. Left alone, the virtualizer lets a row push
 * what is below it when its real size becomes known while its top is in view; an older row that nobody has seen yet
 * must grow upwards instead.
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
  // The virtualizer takes this rule in no other way.
  // oxlint-disable-next-line react/immutability
  list.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset, itemSizeCache }) => {
    const offset = scrollOffset ?? 0;
    if (itemSizeCache.has(item.key)) return item.end <= offset;
    return item.start < offset || item.index < older;
  };
}
