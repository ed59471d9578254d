import { userStorageKey } from '../../../platform/user-storage.ts';

const keyOf = (account: string, conversationId: string): string =>
  userStorageKey('read', account, conversationId);

/** The sequence of the last message of a conversation that was on screen; stored in this browser until logout. */
export const readPosition = {
  /** 0 if unknown. */
  get: (account: string, conversationId: string): number =>
    Number(localStorage.getItem(keyOf(account, conversationId))) || 0,
  /** Only ever increases. */
  moveTo(account: string, conversationId: string, sequence: number): void {
    if (sequence > readPosition.get(account, conversationId)) {
      localStorage.setItem(keyOf(account, conversationId), String(sequence));
    }
  },
};
