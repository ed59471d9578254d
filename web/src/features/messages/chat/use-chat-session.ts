import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { ChatSession } from './chat-session.ts';
import type { ChatConnectionState } from './chat-connection-state.ts';

/** So long after a try that failed, in milliseconds. */
const RETRY_MS = 4000;

/**
 * Keeps a conversation open while it is on screen; undefined until it is. `load` fetches the code beside the first
 * messages, which don't wait for it, and answers how to open; where it does not come, it is asked for again. The
 * same function means the same conversation: another one closes it and opens anew, undefined opens
 * nothing.
 */
export function useChatSession<Session extends ChatSession>(
  load: (() => Promise<() => Session>) | undefined,
): Session | undefined {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (!load) return undefined;
    let isGone = false;
    let opened: Session | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      load().then(
        (open) => {
          if (isGone || opened) return;
          opened = open();
          setSession(opened);
        },
        () => {
          clearTimeout(timer);
          if (!isGone) timer = setTimeout(start, RETRY_MS);
        },
      );
    };
    start();
    addEventListener('online', start);
    return () => {
      isGone = true;
      clearTimeout(timer);
      removeEventListener('online', start);
      setSession(undefined);
      opened?.close();
    };
  }, [load]);
  return session;
}

const noSubscription = () => () => undefined;
const noEntries: readonly OutboxEntry[] = [];
const noNames: readonly string[] = [];

/** The state of a session's connection (GC-42, PC-19); undefined until there is one. */
export const useConnectionState = (session: ChatSession | undefined): ChatConnectionState | undefined =>
  useSyncExternalStore(
    session?.connection.onState ?? noSubscription,
    session?.connection.state ?? (() => undefined),
  );

/** Who types in a session. */
export const useTypingUsers = (session: ChatSession | undefined): readonly string[] =>
  useSyncExternalStore(
    session?.typingUsers.subscribe ?? noSubscription,
    session?.typingUsers.current ?? (() => noNames),
  );

/** What of a session is not confirmed yet. */
export const usePending = (session: ChatSession | undefined): readonly OutboxEntry[] =>
  useSyncExternalStore(
    session?.outbox.subscribe ?? noSubscription,
    session?.outbox.entries ?? (() => noEntries),
  );
