import { useLingui } from '@lingui/react/macro';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { MessageStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { JumpToLatest, ListTop, MessageRowView, useNewBelow, useReadTo } from './message-list-rows.tsx';
import { buildRows } from './message-rows.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { PendingActions } from './failed-line.tsx';
import type { ReadRecipients } from './pending-bubble.tsx';
import { createRowHeights } from './row-height.ts';
import { useEnd, useEscape, useRead } from './use-list-end.ts';

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
 * Arrow keys on a message's menu button move to the button of the message above or below, so that Tab passes the whole
 * list in one step. Down on the newest one does nothing: Enter or Space open its menu.
 */
function useMenuArrows(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    const move = (event: KeyboardEvent) => {
      const from = event.target;
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      if (!(from instanceof HTMLElement) || from.dataset.messageMenu === undefined) return;
      const buttons = [...(element?.querySelectorAll<HTMLElement>('[data-message-menu]') ?? [])];
      const rowOf = (button: HTMLElement) =>
        Number(button.closest<HTMLElement>('[data-index]')?.dataset.index);
      buttons.sort((one, other) => rowOf(one) - rowOf(other));
      const next = buttons[buttons.indexOf(from) + (event.key === 'ArrowUp' ? -1 : 1)];
      event.preventDefault();
      next?.focus();
    };
    element?.addEventListener('keydown', move);
    return () => element?.removeEventListener('keydown', move);
  }, [area]);
}

/**
 * Keeps the scroll position while older rows are added above. By default the virtualizer lets a row push the content
 * below it when its real size becomes known while its top is visible; an older row must grow upwards instead (ADR 8).
 */
function useOlderRows(list: Virtualizer<HTMLDivElement, HTMLDivElement>, keys: readonly string[]): void {
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
