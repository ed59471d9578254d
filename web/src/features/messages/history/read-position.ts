import { keptKey } from '../../../platform/kept-by-person.ts';

const keyOf = (account: string, conversationId: string): string => keptKey('read', account, conversationId);

/** The last message of a conversation that was on this person's screen, by its sequence; kept in this browser until they leave. */
export const readPosition = {
  /** 0 while nothing is known. */
  get: (account: string, conversationId: string): number =>
    Number(localStorage.getItem(keyOf(account, conversationId))) || 0,
  /** Only ever moves on. */
  moveTo(account: string, conversationId: string, sequence: number): void {
    if (sequence > readPosition.get(account, conversationId)) {
      localStorage.setItem(keyOf(account, conversationId), String(sequence));
    }
  },
};
