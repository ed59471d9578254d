import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import type { MessageBook } from './message-book.ts';
import { MessageBubble, PendingBubble, type PendingActions } from './message-bubble.tsx';
import { buildRows, type MessageRow } from './message-rows.ts';
import type { OutboxEntry } from './outbox.ts';
import { useEnd, useEscape, useRead } from './use-list-end.ts';
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
  book: MessageBook;
  pending: readonly OutboxEntry[];
  account: string;
  /** The last sequence read on the visit before; 0 for none. */
  readTo: number;
  isLoadingOlder: boolean;
  /** The last try to load older messages failed: no trying by itself. */
  hasOlderFailed: boolean;
  onLoadOlder: () => void;
  /** The newest message is on screen. */
  onRead: (sequence: number) => void;
  /** Escape was pressed in the list. */
  onLeave: () => void;
};

function Row({ row, ...rest }: { row: MessageRow; account: string } & PendingActions) {
  switch (row.kind) {
    case 'day':
      return (
        <p className="py-3 text-center text-xs font-semibold text-mute">
          <span className="rounded-full bg-raised px-3 py-1">
            <Time value={row.at} as="day" />
          </span>
        </p>
      );
    case 'unread':
      return (
        <p className="flex items-center gap-3 py-2 text-xs font-bold text-rani-ink before:h-px before:grow before:bg-rani after:h-px after:grow after:bg-rani">
          <Trans>New messages</Trans>
        </p>
      );
    case 'notice':
      return <p className="px-6 py-2 text-center text-sm break-words text-mute">{row.message.content}</p>;
    case 'message':
      return (
        <MessageBubble message={row.message} account={rest.account} isOwn={row.isOwn} isFirst={row.isFirst} />
      );
    case 'pending':
      return <PendingBubble entry={row.entry} isFirst={row.isFirst} {...rest} />;
    default:
      return null;
  }
}

function useRows({ book, pending, account, readTo }: MessageListProps): readonly MessageRow[] {
  return useMemo(() => buildRows({ book, pending, account, readTo }), [book, pending, account, readTo]);
}

/** What is in the list below which the person has not been yet. */
function useNewBelow(book: MessageBook, account: string, isAtEnd: boolean): number {
  const [seenTo, setSeenTo] = useState(0);
  const last = book.messages.at(-1)?.sequence ?? 0;
  if (isAtEnd && seenTo !== last) setSeenTo(last);
  if (isAtEnd) return 0;
  return book.messages.filter((message) => message.sequence > seenTo && message.sender !== account).length;
}

/** What stands above the oldest message: the way to older ones (GC-07), or the beginning. */
function Top({ book, isLoadingOlder, onLoadOlder }: MessageListProps) {
  return (
    <div role="listitem" className="absolute inset-x-0 top-0 grid h-18 place-items-center">
      {book.hasOlder ? (
        <Button tone="quiet" size="small" isBusy={isLoadingOlder} onClick={onLoadOlder}>
          <Trans>Load older messages</Trans>
        </Button>
      ) : (
        <p className="px-4 text-center text-sm text-mute">
          <Trans>This is where it all began.</Trans>
        </p>
      )}
    </div>
  );
}

function JumpToLatest({ newBelow, onJump }: { newBelow: number; onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute end-4 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold shadow-float"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      {newBelow > 0 ? (
        <Plural value={newBelow} one="# new message" other="# new messages" />
      ) : (
        <Trans>Jump to latest</Trans>
      )}
    </button>
  );
}

/**
 * The messages of a room. It stays at the end while the person is there, and where they are when older messages
 * come in above or new ones below. Focusable: arrows and page keys scroll, Escape leads back to the input.
 */
export function MessageList(props: MessageListProps) {
  'use no memo';
  const { book, account, isLoadingOlder, hasOlderFailed, onLoadOlder, onRead, onLeave } = props;
  const { t } = useLingui();
  const rows = useRows(props);
  const keys = useMemo(() => rows.map((row) => row.key), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const newBelow = useNewBelow(book, account, isAtEnd);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 56,
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
    lastWritten: props.pending.at(-1)?.clientMessageId,
  });
  useEscape(scroller, onLeave);

  useRead(book.messages.at(-1)?.sequence ?? 0, isAtEnd, onRead);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // The virtualizer may hear of this scroll only after us.
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END_PX);
    const isNearTop = element.scrollTop < NEAR_TOP_PX && element.scrollHeight > element.clientHeight;
    if (isNearTop && book.hasOlder && !isLoadingOlder && !hasOlderFailed) onLoadOlder();
  };

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
            <Top {...props} />
            {list.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  role="listitem"
                  className="absolute start-0 top-0 w-full"
                >
                  {row && <Row row={row} {...props} />}
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
