import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { InSlices } from '../../../ui/in-slices.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { ChatSkeleton } from '../../../ui/skeletons.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import type { Draft } from '../composer/attachments.ts';
import type { ComposerProps, ReadRecipients } from '../composer/composer-props.ts';
import type { DraftState } from '../composer/use-draft.ts';
import { prefetchedComponents, usePrefetch } from '../prefetch.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';
import { catchUp, messagesOf } from '../history/first-page.ts';
import { LinkContext, linkPolicy } from '../list/link-policy.ts';
import type { MessageActions } from '../list/message-actions.ts';
import { MessageList, type MessageListProps } from '../list/message-list.tsx';
import { TypingLine } from '../list/typing-line.tsx';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';
import type { ChatSession } from './chat-session.ts';
import { useJump, usePages } from './use-jump.ts';
import { useReadBefore, useReportRead } from './use-read-position.ts';
import { useConnectionState, usePending, usePendingRequests, useTypingUsers } from './use-chat-session.ts';

export type ChatViewProps = {
  /** Must be the same object while the conversation is on screen. */
  conversation: Conversation;
  account: string;
  /** Undefined while the session opens; messages are shown without it. */
  session: ChatSession | undefined;
  draftState: DraftState;
  /** Actions on messages, and the open menu or dialog; see `useMessageActions`. */
  actions: MessageActions;
  open: ReactNode;
  /** Shown while there is no connection. */
  notConnected: ReactNode;
  /** What a kind of conversation shows above the messages; `onJump` shows the message at a sequence. */
  renderAbove?: ((onJump: (sequence: number) => void) => ReactNode) | undefined;
  /** Keeps the place of that while its code loads, so that the messages don't move. */
  aboveFallback?: ReactNode;
  /** What is above the messages is still loading, so that their place is not known: they wait for it. */
  isWaiting?: boolean;
  /** Shown while the conversation is empty. */
  empty: ReactNode;
  /** Label of the button for older messages, if not the one of rooms. */
  olderLabel?: ReactNode;
  readNames?: ReadRecipients;
  /** The sequence of the message that the address of the conversation names (FT-07). */
  linked?: number | undefined;
  /** Unread messages of a room that mention the user (MN-03). */
  mentions?: MessageListProps['mentions'];
  /** Error of the first page; undefined for the default text, null for no text. */
  onFailed?: ((error: Error) => ReactNode) | undefined;
  /** Asks whether a message is to be deleted, after an edit removed its text; undefined if the user may not (ED-01). */
  onEmptied?: ((message: ChatMessage) => void) | undefined;
  renderComposer: (given: ComposerProps) => ReactNode;
};

/** If its code fails to load, the addition is missing; no error is shown for it. */
const nothing = () => null;

/** Loading the page before the oldest message that is shown. */
function useOlder(conversation: Conversation) {
  const client = useQueryClient();
  return usePages(async () => {
    const { loadOlder } = await import('../history/message-history.ts');
    await loadOlder(client, conversation);
  });
}

/** The messages, kept up to date by catch-up; stored messages leave the outbox. */
function useMessageStore(
  conversation: Conversation,
  account: string,
  outbox: ChatSession['outbox'] | undefined,
) {
  const client = useQueryClient();
  const query = useQuery(messagesOf(conversation));
  const store = query.data;
  const { isFetchedAfterMount } = useQuery({
    ...catchUp(client, conversation),
    enabled: store !== undefined,
  });
  useEffect(() => {
    if (!store || !outbox || outbox.messages().length === 0) return;
    const own = store.messages.filter((message) => message.sender === account);
    const ids = new Set(own.map((message) => message.clientMessageId));
    outbox.settleAll((id) => ids.has(id));
  }, [store, account, outbox]);
  return { query, isCaughtUp: isFetchedAfterMount };
}

const Loading = () => (
  <div className="min-h-0 grow overflow-hidden">
    <ChatSkeleton />
  </div>
);

/** Shown while the first page loads, and when it failed. */
function NoMessagesYet({
  query,
  onFailed,
}: Pick<ReturnType<typeof useMessageStore>, 'query'> & Pick<ChatViewProps, 'onFailed'>) {
  const reason = query.error ? onFailed?.(query.error) : null;
  if (!query.error || reason === null) {
    return <Loading />;
  }
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <ErrorState
        text={reason ?? (query.error instanceof ApiError ? query.error.message : undefined)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </div>
  );
}

const isEmpty = (store: MessageStore, pending: readonly OutboxMessage[]): boolean =>
  store.messages.length + store.notices.length + pending.length === 0;

/** Adds a message to the outbox; returns the reason if it refuses. Messages are queued only while offline (GC-55). */
function sendNow({ outbox }: ChatSession, { text, attachments, ...addressing }: Draft): string | undefined {
  if (outbox.mustWait()) return t`Please wait before sending another message`;
  outbox.send(text, attachments, addressing);
  return undefined;
}

/** Focuses the input when a conversation opens on a desktop; returns the function that focuses it. */
function useInputFocus(input: DraftState['input'], isConnected: boolean): () => void {
  const isDesktop = useIsDesktop();
  const focusInput = useCallback(() => input.current?.focus(), [input]);
  useEffect(() => {
    if (isDesktop) focusInput();
  }, [isDesktop, focusInput]);
  useEffect(() => {
    // The input was disabled until now, so it could not take the focus earlier (PC-23).
    if (isDesktop && isConnected && isFocusLost()) focusInput();
  }, [isDesktop, isConnected, focusInput]);
  return focusInput;
}

/** Who is typing. It is read out while it is one user: of several it changes too often. */
function Typing({ session }: Pick<ChatViewProps, 'session'>) {
  const names = useTypingUsers(session);
  return (
    <div aria-live={names.length > 1 ? 'off' : 'polite'}>
      <TypingLine names={names} />
    </div>
  );
}

/** The open conversation: messages, typing users and the input. */
export function ChatView(props: ChatViewProps) {
  const { conversation, account, session, draftState, actions } = props;
  const { query, isCaughtUp } = useMessageStore(conversation, account, session?.outbox);
  const requests = usePendingRequests(session);
  const readTo = useReadBefore(account, conversation);
  const isShown = query.data !== undefined && props.isWaiting !== true && readTo !== undefined;
  const store = isShown ? (session?.withPending(query.data, requests) ?? query.data) : undefined;
  usePrefetch(store !== undefined, prefetchedComponents);
  const pending = usePending(session);
  const older = useOlder(conversation);
  const places = useJump(conversation, store, { account, readTo: readTo ?? 0, linked: props.linked });
  const [, setReady] = useState(false);
  const modeInput = { ...props, store, requests };
  const mode = prefetchedComponents.parts.code?.composerMode(modeInput);
  const isConnected = useConnectionState(session) === 'connected';
  const focusInput = useInputFocus(draftState.input, isConnected);
  const onRead = useReportRead(account, conversation, session);

  return (
    <div data-chat className="relative flex h-full flex-col">
      <LazyComponent
        component={prefetchedComponents.parts}
        failed={nothing}
        fallback={store && props.aboveFallback}
      >
        {({ AboveMessages }) => (
          <AboveMessages {...modeInput} places={places} onLeave={focusInput} onReady={setReady} />
        )}
      </LazyComponent>
      {!store && <NoMessagesYet query={query} onFailed={props.onFailed} />}
      {store && isEmpty(store, pending) && (
        <div className="grid min-h-0 grow place-items-center overflow-y-auto">{props.empty}</div>
      )}
      {store && !isEmpty(store, pending) && (
        <LinkContext value={linkPolicy(conversation, store, account)}>
          <InSlices fallback={<Loading />}>
            {() => (
              <MessageList
                store={store}
                pending={pending}
                account={account}
                readTo={readTo ?? 0}
                isCaughtUp={isCaughtUp}
                isLoadingOlder={older.isLoading}
                hasOlderFailed={older.hasFailed}
                onLoadOlder={older.load}
                places={places}
                mentions={props.mentions}
                olderLabel={props.olderLabel}
                readNames={props.readNames}
                onRead={onRead}
                onLeave={focusInput}
                onRetry={(id, isAlone) => session?.outbox.retry(id, isAlone)}
                onPutBack={(id) => prefetchedComponents.parts.code?.putBack(modeInput, id)}
                onDelete={(id) => void session?.outbox.discard(id)}
                actions={actions}
              />
            )}
          </InSlices>
        </LinkContext>
      )}
      {props.open}
      {/* The bar of a selection takes the place of the input. */}
      <div hidden={actions.selected !== undefined} className="shrink-0">
        <Typing session={session} />
        {props.renderComposer({
          draft: draftState.draft,
          onDraft: draftState.setDraft,
          onSend: session && ((message) => sendNow(session, message)),
          ...mode,
          onTyping: () => mode?.mode?.kind === 'edit' || session?.typing.pressed(),
          onTypingStopped: () => session?.typing.stopped(),
          isConnected,
          waiting: pending.filter((entry) => entry.state !== 'failed').length,
          input: draftState.input,
          recordingKey: `${account}/${conversation.id}`,
        })}
      </div>
    </div>
  );
}
