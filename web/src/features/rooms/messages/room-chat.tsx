import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { Group } from '@adda/contract/rooms';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ChatSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { canTakeBack, putBefore } from '../composer/attachments.ts';
import { Composer } from '../composer/composer.tsx';
import { useEarlyParts } from '../early-parts.ts';
import { LiveMessages } from './live-messages.tsx';
import type { MessageBook } from './message-book.ts';
import { MessageList } from './message-list.tsx';
import { wordsOf, type OutboxEntry } from '../outbox/outbox-entry.ts';
import { readPosition } from './read-position.ts';
import { catchUp, loadOlder, roomMessages } from './room-history.ts';
import type { RoomSession } from '../room-session.ts';
import { TypingLine } from './typing-line.tsx';
import type { Draft } from '../composer/use-draft.ts';
import { useMessageActions } from './use-message-actions.tsx';
import { useConnectionState } from '../use-room-session.ts';

/** Props of {@link RoomChat}. */
export type RoomChatProps = {
  group: Group;
  account: string;
  /** Undefined while it opens: messages show without it. */
  session: RoomSession | undefined;
  draft: Draft;
};

/** Loading the page before, and what became of the last try. */
function useOlder(groupId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = useCallback(() => {
    setState('loading');
    loadOlder(client, groupId).then(
      () => setState('idle'),
      () => setState('failed'),
    );
  }, [client, groupId]);
  return { state, load };
}

/** The room's messages, kept up to date by the poll of GC-69; the person's own leave the outbox when they are there. */
function useBook(groupId: string, account: string, outbox: RoomSession['outbox'] | undefined) {
  const client = useQueryClient();
  const query = useQuery(roomMessages(groupId));
  const book = query.data;
  useQuery({ ...catchUp(client, groupId), enabled: book !== undefined });
  useEffect(() => {
    if (!book || !outbox || outbox.entries().length === 0) return;
    const own = book.messages.filter((message) => message.sender === account);
    const ids = new Set(own.map((message) => message.clientMessageId));
    outbox.settleAll((id) => ids.has(id));
  }, [book, account, outbox]);
  return query;
}

function ReconnectBar({ session }: { session: RoomSession }) {
  const state = useConnectionState(session);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (state === 'connected') return undefined;
    const timer = setTimeout(() => setLong(true), state === 'disconnected' ? 0 : 1500);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [state]);
  if (!isLong || state === 'connected') return null;
  return (
    <div className="flex shrink-0 items-center justify-center gap-3 border-b border-line bg-marigold-wash px-4 py-1.5 text-sm">
      <span role="status">
        <Trans>You're not connected to this room.</Trans>
      </span>
      <Button tone="quiet" size="small" onClick={() => session.line.reconnect()}>
        <Trans>Reconnect</Trans>
      </Button>
    </div>
  );
}

const noMessagesYet = (
  <div className="grid min-h-0 grow place-items-center overflow-y-auto">
    <EmptyState
      icon={<MessageCircle className="size-7" />}
      title={<Trans>It's quiet here</Trans>}
      text={<Trans>Say hello. Somebody has to be first!</Trans>}
    />
  </div>
);

/** While the first messages load, and when they did not. */
function NoBookYet({ query }: { query: ReturnType<typeof useBook> }) {
  if (!query.isError) {
    return (
      <div className="min-h-0 grow overflow-hidden">
        <ChatSkeleton />
      </div>
    );
  }
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <ErrorState
        text={query.error instanceof ApiError ? query.error.detail : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </div>
  );
}

const isNothing = (book: MessageBook, pending: readonly OutboxEntry[]): boolean =>
  book.messages.length + book.notices.length + pending.length === 0;

const noSubscription = () => () => undefined;
const noEntries: readonly OutboxEntry[] = [];
const noNames: readonly string[] = [];

/** What of a session shows: unsent messages, who types, and whether it is connected. */
function useSessionState(session: RoomSession | undefined) {
  const pending = useSyncExternalStore(
    session?.outbox.subscribe ?? noSubscription,
    session?.outbox.entries ?? (() => noEntries),
  );
  const names = useSyncExternalStore(
    session?.typists.subscribe ?? noSubscription,
    session?.typists.current ?? (() => noNames),
  );
  const state = useSyncExternalStore(
    session?.line.onState ?? noSubscription,
    session?.line.state ?? (() => 'reconnecting' as const),
  );
  return { pending, names, isConnected: state === 'connected' };
}

/** Talking in a room: the messages, who is typing, and the input. */
export function RoomChat({ group, account, session, draft }: RoomChatProps) {
  const { group_id: groupId } = group;
  const { t } = useLingui();
  const query = useBook(groupId, account, session?.outbox);
  useEarlyParts(query.data !== undefined);
  const { pending, names, isConnected } = useSessionState(session);
  const older = useOlder(groupId);
  const isDesktop = useIsDesktop();
  const [readTo] = useState(() => readPosition.get(account, groupId));
  const { words, setWords, input } = draft;
  const { actions, open } = useMessageActions(group, account);
  const focusInput = useCallback(() => input.current?.focus(), [input]);
  const onRead = useCallback(
    (sequence: number) => readPosition.moveTo(account, groupId, sequence),
    [account, groupId],
  );
  useEffect(() => {
    if (isDesktop) focusInput();
  }, [isDesktop, focusInput]);
  const putBack = (id: string) => {
    const entry = session?.outbox.find(id);
    if (!entry) return;
    const returned = wordsOf(entry);
    if (!canTakeBack(returned, words)) {
      toast.show(t`Send or remove what you've added first.`);
      return;
    }
    session?.outbox.discard(id);
    setWords(putBefore(returned, words));
    focusInput();
  };

  const book = query.data;
  return (
    <div className="flex h-full flex-col">
      {session && <ReconnectBar session={session} />}
      {book && <LiveMessages book={book} account={account} />}
      {!book && <NoBookYet query={query} />}
      {book && isNothing(book, pending) && noMessagesYet}
      {book && !isNothing(book, pending) && (
        <MessageList
          book={book}
          pending={pending}
          account={account}
          readTo={readTo}
          isLoadingOlder={older.state === 'loading'}
          hasOlderFailed={older.state === 'failed'}
          onLoadOlder={older.load}
          onRead={onRead}
          onLeave={focusInput}
          onRetry={(id) => session?.outbox.retry(id)}
          onPutBack={putBack}
          onDelete={(id) => void session?.outbox.discard(id)}
          actions={actions}
        />
      )}
      {open}
      <TypingLine names={names} />
      <Composer
        groupId={groupId}
        account={account}
        words={words}
        onWords={setWords}
        onSend={session && (({ text, attachments }) => void session.outbox.send(text, attachments))}
        onTyping={() => session?.typing.pressed()}
        onTypingStopped={() => session?.typing.stopped()}
        isConnected={isConnected}
        waiting={pending.filter((entry) => entry.state !== 'failed').length}
        input={input}
      />
    </div>
  );
}
