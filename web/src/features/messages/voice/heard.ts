import { useSyncExternalStore } from 'react';
import { userStorageKey } from '../../../platform/user-storage.ts';

/** Ids that are kept per conversation; older ones count as not heard again. */
const KEPT = 500;

const listeners = new Set<() => void>();

function read(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Notes on this device, until logout, that the user started a voice message (VM-02). */
export function noteHeard(account: string, conversationId: string, messageId: string): void {
  const key = userStorageKey('heard', account, conversationId);
  const heard = read(key);
  if (heard.includes(messageId)) return;
  localStorage.setItem(key, JSON.stringify([...heard, messageId].slice(-KEPT)));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the user has started a voice message on this device. */
export const useHeard = (account: string, conversationId: string, messageId: string): boolean =>
  useSyncExternalStore(subscribe, () =>
    read(userStorageKey('heard', account, conversationId)).includes(messageId),
  );
