import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { MessageStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { JumpToLatest, ListTop, MessageRowView, useNewBelow, useReadTo } from './message-list-parts.tsx';
import { buildRows } from './message-rows.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { PendingActions, ReadNames } from './pending-bubble.tsx';
import { createRowHeights } from './row-height.ts';
import { useEnd, useEscape, useRead } from './use-list-end.ts';
import { useMenuArrows } from './use-menu-arrows.ts';
import { useOlderRows } from './use-older-rows.ts';

/** Room for what stands above the oldest message. */
const TOP_PX = 72;

/** Room below the newest message. */
const END_PX = 12;

/** Older messages load by themselves from here on. */
const NEAR_TOP_PX = 240;

/** Closer to the end than this is at the end: the list follows what is said. */
const NEAR_END_PX = 80;

/** Props of {@link MessageList}. */
export type MessageListProps = PendingActions & {
  store: MessageStore;
  pending: readonly OutboxEntry[];
  account: string;
  /** The last sequence read on the visit before; 0 for none. */
  readTo: number;
  /** What was said between that visit and this one is in the store: what comes now comes live. */
  isCaughtUp: boolean;
  isLoadingOlder: boolean;
  /** The last try to load older messages failed: no trying by itself. */
  hasOlderFailed: boolean;
  onLoadOlder: () => void;
  /** The newest message is on screen. */
  onRead: (sequence: number) => void;
  /** Escape was pressed in the list. */
  onLeave: () => void;
  actions: MessageActions;
  olderLabel?: ReactNode;
  readNames?: ReadNames | undefined;
};

/**
 * The messages of a conversation. It stays at the end while the person is there, and where they are when older messages
 * come in above or new ones below. Focusable: arrows and page keys scroll, Escape leads back to the input.
 */
export function MessageList(props: MessageListProps) {
  'use no memo';
  const { store, pending, account, isLoadingOlder, hasOlderFailed, onLoadOlder, onRead, onLeave } = props;
  const { t } = useLingui();
  const [isAtEnd, setAtEnd] = useState(true);
  const readTo = useReadTo(props, isAtEnd);
  const rows = useMemo(
    () => buildRows({ store, pending, account, readTo }),
    [store, pending, account, readTo],
  );
  const keys = useMemo(() => rows.map((row) => row.key), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [heightOf] = useState(createRowHeights);
  const newBelow = useNewBelow(store, account, isAtEnd);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingStart: TOP_PX,
    paddingEnd: END_PX,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    directDomUpdates: true,
  });
  useOlderRows(list, keys);
  useEnd(list, scroller, {
    count: rows.length,
    isAtEnd,
    lastWritten: pending.at(-1)?.clientMessageId,
  });
  useEscape(scroller, onLeave);
  useMenuArrows(scroller);

  useRead(store.messages.at(-1)?.sequence ?? 0, isAtEnd, onRead);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // The virtualizer may hear of this scroll only after us.
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END_PX);
    const isNearTop = element.scrollTop < NEAR_TOP_PX && element.scrollHeight > element.clientHeight;
    if (isNearTop && store.hasOlder && !isLoadingOlder && !hasOlderFailed) onLoadOlder();
  };

  const items = list.getVirtualItems();
  const tabStop = items.findLast((item) => rows[item.index]?.kind === 'message')?.index;
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="region"
        aria-label={t`Messages`}
        // A scrollable region is reached and scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-3px]"
      >
        <div className="mx-auto max-w-190 px-4 sm:px-5">
          <div ref={list.containerRef} role="list" className="relative">
            <ListTop {...props} />
            {items.map((item) => {
              const row = rows[item.index];
              return (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  role="listitem"
                  className="absolute start-0 top-0 w-full"
                >
                  {row && <MessageRowView row={row} isTabStop={item.index === tabStop} {...props} />}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {!isAtEnd && <JumpToLatest newBelow={newBelow} onJump={() => list.scrollToEnd()} />}
    </div>
  );
}
