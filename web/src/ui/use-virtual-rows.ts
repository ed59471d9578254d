import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { scrollerOf } from './scroller-of.ts';

/** Default height of a row before it is measured, in pixels. */
const ROW_PX = 56;

/** More rows are requested when this few are left below. */
const NEAR_END_ROWS = 15;

/** State of a virtualized list. */
export type VirtualRows = {
  /** Ref of the list element. */
  readonly list: RefObject<HTMLUListElement | null>;
  readonly rows: Virtualizer<HTMLElement, HTMLLIElement>;
  /** Offset of the list in its scroller, in pixels. */
  readonly margin: number;
};

/** Renders only the visible rows of a list, relative to its closest scroller, and requests more near its end. */
export function useVirtualRows(options: {
  count: number;
  keyOf: (index: number) => string;
  hasMore: boolean;
  onMore: () => void;
  rowPx?: number;
}): VirtualRows {
  'use no memo';
  const { count, keyOf, hasMore, onMore, rowPx = ROW_PX } = options;
  const list = useRef<HTMLUListElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setScroller(scrollerOf(list.current));
  }, []);
  // Content above the list, such as a search field, may change; setting the same number again changes
  // nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    if (!list.current || !scroller) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setMargin(Math.round(top + scroller.scrollTop));
  });
  // No compiler memoizes this code.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin: margin,
  });
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  const isNearEnd = hasMore && count > 0 && last >= count - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, count, onMore]);
  return { list, rows, margin };
}
