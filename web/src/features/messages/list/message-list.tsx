import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { MessageStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { JumpToLatest, ListTop, MessageRowView, useNewBelow, useReadTo } from './message-list-rows.tsx';
import { buildRows } from './message-rows.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { PendingActions } from './failed-line.tsx';
import type { ReadRecipients } from './pending-bubble.tsx';
import { createRowHeights } from './row-height.ts';
import { useEnd, useEscape, useRead } from './use-list-end.ts';
import { useMenuArrows } from './use-menu-arrows.ts';
import { useOlderRows } from './use-older-rows.ts';

/** Space for the content above the oldest message, in pixels. */
const TOP_PX = 72;

/** Space below the newest message, in pixels. */
const END_PX = 12;

/** Older messages load automatically within this distance of the top. */
const NEAR_TOP_PX = 240;

/** Within this distance of the end the list follows new messages. */
const NEAR_END_PX = 80;

export type MessageListProps = PendingActions & {
  store: MessageStore;
  pending: readonly OutboxEntry[];
  account: string;
  /** The last sequence read on the previous visit; 0 for none. */
  readTo: number;
  /** Messages since that visit are in the store: later ones arrive live. */
  isCaughtUp: boolean;
  isLoadingOlder: boolean;
  /** The last try to load older messages failed: no automatic retry. */
  hasOlderFailed: boolean;
  onLoadOlder: () => void;
  /** Called when the newest message is on screen. */
  onRead: (sequence: number) => void;
  /** Called when Escape was pressed in the list. */
  onLeave: () => void;
  actions: MessageActions;
  olderLabel?: ReactNode;
  readNames?: ReadRecipients | undefined;
};

/**
 * The messages of a conversation. It stays at the end while the user is there, and keeps its position when older
 * messages load above or new ones arrive below. Focusable: arrow and page keys scroll, Escape returns to the input.
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
  // No compiler memoizes this component.
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
    // The virtualizer may receive this scroll event after this handler.
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
        // A scrollable region must be reachable and scrollable by keyboard.
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
