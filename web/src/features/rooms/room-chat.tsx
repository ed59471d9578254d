import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { ChatSkeleton } from '../../ui/skeletons.tsx';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { Composer } from './composer.tsx';
import { LiveMessages } from './live-messages.tsx';
import type { MessageBook } from './message-book.ts';
import { MessageList } from './message-list.tsx';
import type { OutboxEntry } from './outbox.ts';
import { readPosition } from './read-position.ts';
import { catchUp, loadOlder, roomMessages } from './room-history.ts';
import type { RoomSession } from './room-session.ts';
import { TypingLine } from './typing-line.tsx';
import { useConnectionState } from './use-room-session.ts';

/** Props of {@link RoomChat}. */
export type RoomChatProps = {
  groupId: string;
  account: string;
  session: RoomSession;
  text: string;
  onText: (text: string) => void;
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
function useBook(groupId: string, account: string, { outbox }: RoomSession) {
  const client = useQueryClient();
  const query = useQuery(roomMessages(groupId));
  const book = query.data;
  useQuery({ ...catchUp(client, groupId), enabled: book !== undefined });
  useEffect(() => {
    if (!book || outbox.entries().length === 0) return;
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

const isNothing = (book: MessageBook, pending: readonly OutboxEntry[]): boolean =>
  book.messages.length + book.notices.length + pending.length === 0;

/** Talking in a room: the messages, who is typing, and the input. */
export function RoomChat({ groupId, account, session, text, onText }: RoomChatProps) {
  const { outbox, typing, typists, line } = session;
  const query = useBook(groupId, account, session);
  const pending = useSyncExternalStore(outbox.subscribe, outbox.entries);
  const names = useSyncExternalStore(typists.subscribe, typists.current);
  const isConnected = useSyncExternalStore(line.onState, line.state) === 'connected';
  const older = useOlder(groupId);
  const isDesktop = useIsDesktop();
  const [readTo] = useState(() => readPosition.get(account, groupId));
  const input = useRef<HTMLTextAreaElement>(null);
  const focusInput = useCallback(() => input.current?.focus(), []);
  const onRead = useCallback(
    (sequence: number) => readPosition.moveTo(account, groupId, sequence),
    [account, groupId],
  );
  useEffect(() => {
    if (isDesktop) focusInput();
  }, [isDesktop, focusInput]);
  const putBack = (id: string) => {
    const content = outbox.discard(id);
    if (content === undefined) return;
    onText(text === '' ? content : `${content}\n${text}`);
    focusInput();
  };

  const book = query.data;
  return (
    <div className="flex h-full flex-col">
      <ReconnectBar session={session} />
      {book && <LiveMessages book={book} account={account} />}
      {!book && query.isError && (
        <div className="min-h-0 grow overflow-y-auto">
          <ErrorState
            text={query.error instanceof ApiError ? query.error.detail : undefined}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </div>
      )}
      {!book && !query.isError && (
        <div className="min-h-0 grow overflow-hidden">
          <ChatSkeleton />
        </div>
      )}
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
          onRetry={(id) => outbox.retry(id)}
          onPutBack={putBack}
          onDelete={(id) => void outbox.discard(id)}
        />
      )}
      <TypingLine names={names} />
      <Composer
        text={text}
        onText={onText}
        onSend={(words) => void outbox.send(words)}
        onTyping={typing.pressed}
        onTypingStopped={typing.stopped}
        isConnected={isConnected}
        waiting={pending.filter((entry) => entry.state !== 'failed').length}
        inputRef={input}
      />
    </div>
  );
}
