import { useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { TabIndex } from '../../../ui/tab-index.ts';
import type { MessageStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { ListEnd, ListTop, MessageRowView, useNewBelow, useReadTo } from './message-list-rows.tsx';
import { buildRows, type MessageRow } from './message-rows.ts';
import { prefetchedComponents } from '../prefetch.ts';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';
import type { PendingActions } from './failed-line.tsx';
import type { ReadRecipients } from '../composer/composer-props.ts';
import { createRowHeights } from './row-height.ts';
import type { ListPlaces } from './reading-place.ts';
import type { MessageGesturesProps } from './message-gestures.tsx';
import type { ReadingToolsProps } from './reading-tools.tsx';
import { useEnd, useEscape, useRead } from './use-list-end.ts';
import { sequenceOf, useListTarget } from './use-list-target.ts';

/** Space for the content above the oldest message, in pixels. */
const TOP_PX = 72;

/** Space below the newest message, in pixels. */
const END_PX = 12;

/** Older messages load automatically within this distance of the top. */
const NEAR_TOP_PX = 240;

/** Without their code, messages have no keys and gestures, and the list no buttons to other places. */
const nothing = () => null;

/** Within this distance of the end the list follows new messages. */
const NEAR_END_PX = 80;

export type MessageListProps = PendingActions & {
  store: MessageStore;
  pending: readonly OutboxMessage[];
  account: string;
  /** The last sequence read on the previous visit; 0 for none. */
  readTo: number;
  /** Messages since that visit are in the store: later ones arrive live. */
  isCaughtUp: boolean;
  isLoadingOlder: boolean;
  /** The last try to load older messages failed: no automatic retry. */
  hasOlderFailed: boolean;
  onLoadOlder: () => void;
  /** Where the list is, and the ways to other places. */
  places: ListPlaces;
  mentions?: ReadingToolsProps['mentions'];
  /** Called when the newest message is on screen. */
  onRead: (sequence: number) => void;
  /** Called when Escape was pressed in the list. */
  onLeave: () => void;
  actions: MessageActions;
  olderLabel?: ReactNode;
  /** Shown above the first message, if not that it is the first one. */
  topNote?: ReactNode;
  readNames?: ReadRecipients | undefined;
};

const none: readonly OutboxMessage[] = [];

/** Who sends a message while reading far back sees it at the end. */
function useLatestOnWrite(lastWritten: string | undefined, isFar: boolean, onLatest: () => void): void {
  const last = useRef(lastWritten);
  useEffect(() => {
    if (last.current !== lastWritten && lastWritten !== undefined && isFar) onLatest();
    last.current = lastWritten;
  }, [lastWritten, isFar, onLatest]);
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
 * The row that had the focus last: Tab returns to it, and it stays rendered, because it may still have the focus. The
 * index is -1 if there is none.
 */
function useHeldRow(keys: readonly string[]) {
  const [key, setHeld] = useState<string>();
  const held = key === undefined ? -1 : keys.indexOf(key);
  const rangeExtractor = (range: Range) => {
    const shown = defaultRangeExtractor(range);
    return held < 0 || shown.includes(held) ? shown : [...shown, held].sort((one, other) => one - other);
  };
  return { held, setHeld, rangeExtractor };
}

/** Renders the rows near the visible ones, and the one that had the focus last. */
function useRows(
  rows: readonly MessageRow[],
  scroller: RefObject<HTMLDivElement | null>,
  { isFar, isAtEnd }: { isFar: boolean; isAtEnd: boolean },
) {
  'use no memo';
  const [heightOf] = useState(createRowHeights);
  const keys = useMemo(() => rows.map((row) => row.key), [rows]);
  const { held, setHeld, rangeExtractor } = useHeldRow(keys);
  // No compiler memoizes this code.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor,
    paddingStart: TOP_PX,
    paddingEnd: isFar ? TOP_PX : END_PX,
    anchorTo: 'end',
    // A window grows at its end: the user stays where they are.
    followOnAppend: isAtEnd,
    scrollEndThreshold: NEAR_END_PX,
    directDomUpdates: true,
  });
  useOlderRows(list, keys);
  return { list, held, setHeld };
}

type ListRowProps = {
  measure: (element: HTMLDivElement | null) => void;
  index: number;
  row: MessageRow | undefined;
  label: string | undefined;
  isMarked: boolean;
  isTabStop: boolean;
  children: ReactNode;
};

function ListRow({ measure, index, row, label, isMarked, isTabStop, children }: ListRowProps) {
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      ref={measure}
      data-index={index}
      data-sequence={sequenceOf(row) || undefined}
      data-marked={isMarked || undefined}
      role="listitem"
      // One row is reached by Tab, the others by arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={tabIndex}
      aria-label={label}
      className="group/row absolute start-0 top-0 w-full rounded-chip transition-colors duration-500 outline-none focus-visible:after:pointer-events-none focus-visible:after:absolute focus-visible:after:-inset-x-2 focus-visible:after:top-px focus-visible:after:-bottom-1 focus-visible:after:rounded-[1.3rem] focus-visible:after:border-3 focus-visible:after:border-teal data-marked:bg-marigold-wash motion-reduce:transition-none"
    >
      <TabIndex value={tabIndex}>{children}</TabIndex>
    </div>
  );
}

/** Keys, gestures, and the buttons over the list. */
function ListTools({ scroller, ...given }: Omit<MessageGesturesProps, 'area'> & ReadingToolsProps) {
  return (
    <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
      {({ MessageGestures, ReadingTools }) => (
        <>
          <MessageGestures {...given} area={scroller} />
          <ReadingTools {...given} scroller={scroller} />
        </>
      )}
    </LazyComponent>
  );
}

/** The messages that are shown: the newest ones or the window, and whether the user is at the end. */
function useShown(props: MessageListProps) {
  'use no memo';
  const { account, places } = props;
  const { target } = places;
  const { far } = props.store;
  const store = useMemo(
    () => (far ? { ...props.store, ...far, notices: [] } : props.store),
    [props.store, far],
  );
  const pending = far ? none : props.pending;
  const [scrolled, setScrolled] = useState<{
    readonly target: number | undefined;
    readonly isNearEnd: boolean;
  }>();
  const setNearEnd = (isNearEnd: boolean) => {
    if (scrolled?.target !== target?.id || scrolled?.isNearEnd !== isNearEnd)
      setScrolled({ target: target?.id, isNearEnd });
  };
  // A new target counts in this render already: by the position before it, all messages would count as seen.
  const isNearEnd = scrolled && scrolled.target === target?.id ? scrolled.isNearEnd : !target?.place;
  const isAtEnd = isNearEnd && !far;
  const isReading = isAtEnd && !places.isOpening;
  const readTo = useReadTo(props, isReading);
  const rows = useMemo(
    () => buildRows({ store, pending, account, readTo }),
    [store, pending, account, readTo],
  );
  return { store, pending, rows, isAtEnd, isReading, setNearEnd };
}

/** Notes whether the end is near, and loads pages near both ends of what is held. */
function handleScroll(
  area: HTMLElement | null,
  { places, isLoadingOlder, hasOlderFailed, onLoadOlder, store: { far } }: MessageListProps,
  { store, setNearEnd }: ReturnType<typeof useShown>,
): void {
  if (!area) return;
  // The virtualizer may receive this scroll event after this handler.
  const below = area.scrollHeight - area.scrollTop - area.clientHeight;
  setNearEnd(below <= NEAR_END_PX);
  if (far && below < NEAR_TOP_PX && !places.isLoadingNewer && !places.hasNewerFailed) places.onLoadNewer();
  const isNearTop = area.scrollTop < NEAR_TOP_PX && area.scrollHeight > area.clientHeight;
  if (isNearTop && store.hasOlder && !isLoadingOlder && !hasOlderFailed) onLoadOlder();
}

/**
 * The messages of a conversation. It stays at the end while the user is there, and keeps its position when older
 * messages load above or new ones arrive below. Tab reaches one message and what is in it, arrow keys move to the others
 * (RX-06), Escape returns to the input.
 */
export function MessageList(props: MessageListProps) {
  'use no memo';
  const { onRead, onLeave, places } = props;
  const { far } = props.store;
  const { t } = useLingui();
  const shown = useShown(props);
  const { store, pending, rows, isAtEnd, isReading } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const newBelow = useNewBelow({ ...props, isOpening: places.isOpening }, isReading);
  const [labelOf, setLabels] = useState<(row: MessageRow) => string | undefined>();
  const helpId = useId();
  const { list, held, setHeld } = useRows(rows, scroller, { isFar: far !== undefined, isAtEnd });
  const lastWritten = pending.at(-1)?.clientMessageId;
  useEnd(list, scroller, { count: rows.length, isAtEnd, lastWritten });
  useLatestOnWrite(props.pending.at(-1)?.clientMessageId, far !== undefined, places.onLatest);
  useEscape(scroller, onLeave);
  useRead(store.messages.at(-1)?.sequence ?? 0, isReading, onRead);

  const onScroll = () => handleScroll(scroller.current, props, shown);
  const marked = useListTarget(list, scroller, rows, places.target, onScroll);
  const { onJump } = places;
  const actions = useMemo(
    () => ({
      ...props.actions,
      onJump: props.actions.filesOf ? undefined : (sequence: number) => onJump(sequence, scroller.current),
    }),
    [props.actions, onJump],
  );
  const items = list.getVirtualItems();
  const lastMessage = items.findLast((item) => rows[item.index]?.kind === 'message')?.index ?? -1;
  const tabStop = held < 0 ? lastMessage : held;
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="region"
        aria-label={t`Messages`}
        // A scrollable region must be reachable by keyboard, by itself or by a row in it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={tabStop < 0 ? 0 : -1}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-3px] data-pressed:select-none data-pressed:[-webkit-touch-callout:none]"
      >
        <div className="mx-auto max-w-190 px-4 sm:px-5">
          <div ref={list.containerRef} role="list" aria-describedby={helpId} className="relative">
            <ListTop {...props} store={store} />
            {/* oxlint-disable-next-line react/refs -- the refs are those of the virtualizer, read after the render */}
            {items.map((item) => {
              const row = rows[item.index];
              return (
                <ListRow
                  key={item.key}
                  measure={list.measureElement}
                  index={item.index}
                  row={row}
                  label={row && labelOf?.(row)}
                  isMarked={marked !== undefined && sequenceOf(row) === marked}
                  isTabStop={item.index === tabStop}
                >
                  {row && <MessageRowView {...props} row={row} actions={actions} />}
                </ListRow>
              );
            })}
            {far && <ListEnd isLoading={places.isLoadingNewer} onLoad={places.onLoadNewer} />}
          </div>
        </div>
      </div>
      <ListTools
        {...{ scroller, list, rows, actions, tabStop, helpId, places, isAtEnd, newBelow }}
        onTabStop={setHeld}
        onLabels={setLabels}
        mentions={props.mentions}
        isFar={far !== undefined}
      />
    </div>
  );
}
