import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OutboxMessage, OutboxRequest } from '../outbox/outbox-entry.ts';
import type { ChatSession } from './chat-session.ts';
import type { ChatConnectionState } from './chat-connection-state.ts';

/** Delay after a failed try, in ms. */
const RETRY_MS = 4000;

/**
 * Keeps a conversation open while it is on screen; returns undefined until it is open. `load` fetches the code in
 * parallel with the first messages and resolves with the function that opens the session; a failed load is retried. It
 * reads the callbacks when it calls them. A new `load` function closes the session and opens another one; undefined
 * closes it.
 */
export function useChatSession<Session extends ChatSession, Callbacks>(
  load:
    | ((client: QueryClient, callbacks: { readonly current: Callbacks }) => Promise<() => Session>)
    | undefined,
  callbacks: Callbacks,
): Session | undefined {
  const client = useQueryClient();
  const latest = useRef(callbacks);
  useEffect(() => {
    latest.current = callbacks;
  });
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (!load) return undefined;
    let isCancelled = false;
    let openSession: Session | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      load(client, latest).then(
        (open) => {
          if (isCancelled || openSession) return;
          openSession = open();
          setSession(openSession);
        },
        () => {
          clearTimeout(timer);
          if (!isCancelled) timer = setTimeout(start, RETRY_MS);
        },
      );
    };
    start();
    addEventListener('online', start);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
      removeEventListener('online', start);
      setSession(undefined);
      openSession?.close();
    };
  }, [client, load]);
  return session;
}

const noSubscription = () => () => undefined;
const noMessages: readonly OutboxMessage[] = [];
const noRequests: readonly OutboxRequest[] = [];
const noNames: readonly string[] = [];

/** State of the session's connection (GC-42, PC-19); undefined without a session. */
export const useConnectionState = (session: ChatSession | undefined): ChatConnectionState | undefined =>
  useSyncExternalStore(
    session?.connection.onState ?? noSubscription,
    session?.connection.state ?? (() => undefined),
  );

/** The typing users of a session. */
export const useTypingUsers = (session: ChatSession | undefined): readonly string[] =>
  useSyncExternalStore(
    session?.typingUsers.subscribe ?? noSubscription,
    session?.typingUsers.current ?? (() => noNames),
  );

const never = () => false;

/** Whether a message of a session was stored by the server since the conversation was opened. */
export const useHasSent = (session: ChatSession | undefined): boolean =>
  useSyncExternalStore(session?.outbox.subscribe ?? noSubscription, session?.outbox.hasSent ?? never);

/** The unacknowledged messages of a session. */
export const usePending = (session: ChatSession | undefined): readonly OutboxMessage[] =>
  useSyncExternalStore(
    session?.outbox.subscribe ?? noSubscription,
    session?.outbox.messages ?? (() => noMessages),
  );

/** The changes of stored messages that the server does not have yet. */
export const usePendingRequests = (session: ChatSession | undefined): readonly OutboxRequest[] =>
  useSyncExternalStore(
    session?.outbox.subscribe ?? noSubscription,
    session?.outbox.requests ?? (() => noRequests),
  );
