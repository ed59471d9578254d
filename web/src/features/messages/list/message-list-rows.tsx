import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { Time } from '../../../ui/time.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import type { ListActions } from './message-actions.ts';
import type { MessageStore } from '../history/message-store.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { MessageRow } from './message-rows.ts';
import type { PendingActions } from './failed-line.tsx';
import type { ReadRecipients } from '../composer/composer-props.ts';

export type MessageRowViewProps = PendingActions & {
  row: MessageRow;
  account: string;
  actions: ListActions;
  readNames?: ReadRecipients | undefined;
};

/** A row of the list. */
export function MessageRowView({ row, ...rest }: MessageRowViewProps) {
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
        <MessageBubble
          message={row.message}
          account={rest.account}
          isOwn={row.isOwn}
          isFirst={row.isFirst}
          actions={rest.actions}
        />
      );
    case 'pending':
      return (
        // Own words are hardly ever sent before these parts have loaded.
        <LazyComponent
          component={prefetchedComponents.parts}
          fallback={<div className="h-14" />}
          failed={tryAgain}
        >
          {({ PendingBubble }) => (
            <PendingBubble
              entry={row.entry}
              isFirst={row.isFirst}
              onOpenImage={rest.actions.onOpenImage}
              {...rest}
            />
          )}
        </LazyComponent>
      );
    default:
      return null;
  }
}

type NewBelowInput = {
  store: MessageStore;
  account: string;
  /** How far the user has read when the list opens; 0 if unknown. */
  readTo: number;
  /** It is not decided yet where the list opens: `readTo` may not be known. */
  isOpening: boolean;
};

/** The number of unread messages of others below the user's last position. */
export function useNewBelow({ store, account, readTo, isOpening }: NewBelowInput, isAtEnd: boolean): number {
  const last = store.messages.at(-1)?.sequence ?? 0;
  const [seenTo, setSeenTo] = useState<number>();
  const opensAt = isOpening ? undefined : readTo || last;
  const seenNow = isAtEnd ? last : (seenTo ?? opensAt);
  if (seenTo !== seenNow) setSeenTo(seenNow);
  if (isAtEnd || seenNow === undefined) return 0;
  return store.messages.filter((message) => message.sequence > seenNow && message.sender !== account).length;
}

type ReadToInput = { store: MessageStore; account: string; readTo: number; isCaughtUp: boolean };

/**
 * The sequence above which messages are new. While the user is at the end it follows new messages, so that no unread
 * line appears; once there are unread messages it stays.
 */
export function useReadTo({ store, account, readTo, isCaughtUp }: ReadToInput, isAtEnd: boolean): number {
  const [held, setHeld] = useState<{ readTo: number; last: number }>();
  const last = store.messages.at(-1)?.sequence ?? 0;
  if (isCaughtUp && held?.last !== last) {
    const before = held ?? { readTo, last };
    const isWatching = held !== undefined && isAtEnd && document.visibilityState === 'visible';
    const hasNew =
      before.readTo > 0 &&
      store.messages.some(
        ({ sequence, sender }) => sequence > before.readTo && sequence <= before.last && sender !== account,
      );
    setHeld({ readTo: isWatching && !hasNew ? last : before.readTo, last });
  }
  return held?.readTo ?? readTo;
}

export type ListTopProps = {
  store: MessageStore;
  isLoadingOlder: boolean;
  onLoadOlder: () => void;
  /** The label of the button for older messages. */
  olderLabel?: ReactNode;
  topNote?: ReactNode;
};

/** The end of a window: the button for newer messages (RY-04). */
export function ListEnd({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <div role="listitem" className="absolute inset-x-0 bottom-0 grid h-18 place-items-center">
      <Button tone="quiet" size="small" isBusy={isLoading} onClick={onLoad}>
        <Trans>Load newer messages</Trans>
      </Button>
    </div>
  );
}

/** The top of the list: the button for older messages (GC-07, PC-10), or the start of the conversation. */
export function ListTop({ store, isLoadingOlder, onLoadOlder, olderLabel, topNote }: ListTopProps) {
  return (
    <div role="listitem" className="absolute inset-x-0 top-0 grid h-18 place-items-center">
      {store.hasOlder ? (
        <Button tone="quiet" size="small" isBusy={isLoadingOlder} onClick={onLoadOlder}>
          {olderLabel ?? <Trans>Load older messages</Trans>}
        </Button>
      ) : (
        <p className="px-4 text-center text-sm text-mute">
          {topNote ?? <Trans>This is where it all began.</Trans>}
        </p>
      )}
    </div>
  );
}
