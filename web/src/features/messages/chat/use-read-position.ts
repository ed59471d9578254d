import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { userStorageKey } from '../../../platform/user-storage.ts';
import type { Conversation } from '../history/conversation.ts';
import { readBefore } from '../history/first-page.ts';
import type { ChatSession } from './chat-session.ts';

const keyOf = (account: string, conversationId: string): string =>
  userStorageKey('read', account, conversationId);

const listeners = new Set<() => void>();

/** The sequence of the last message of a conversation that was on screen; stored in this browser until logout. */
const readPosition = {
  /** 0 if unknown. */
  get: (account: string, conversationId: string): number =>
    Number(localStorage.getItem(keyOf(account, conversationId))) || 0,
  /** Only ever increases. */
  moveTo(account: string, conversationId: string, sequence: number): void {
    if (sequence <= readPosition.get(account, conversationId)) return;
    localStorage.setItem(keyOf(account, conversationId), String(sequence));
    for (const listener of listeners) listener();
  },
  /** Calls a function when something was read in this tab. Returns the function that stops it. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Returns the sequence up to which a conversation was on screen, as it is now; 0 if unknown. */
export const useReadHere = (account: string, conversationId: string): number =>
  useSyncExternalStore(readPosition.subscribe, () => readPosition.get(account, conversationId));

/**
 * Returns how far a conversation was read before it was opened; 0 for not at all. On a device that has never shown it the server
 * knows (HM-02): undefined until it has answered. Without an answer it is 0.
 */
export function useReadBefore(account: string, conversation: Conversation): number | undefined {
  const [stored] = useState(() => readPosition.get(account, conversation.id));
  const isAsked = stored === 0 && conversation.readUpTo !== undefined;
  const { data, isFetching } = useQuery({ ...readBefore(conversation), enabled: isAsked });
  return isAsked && isFetching ? undefined : stored || (data ?? 0);
}

/** Returns the function that notes and reports how far a conversation was read. */
export const useReportRead = (
  account: string,
  conversation: Conversation,
  session: ChatSession | undefined,
) =>
  useCallback(
    (sequence: number) => {
      readPosition.moveTo(account, conversation.id, sequence);
      session?.reportRead?.(sequence);
    },
    [account, conversation, session],
  );
