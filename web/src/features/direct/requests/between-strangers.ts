import type { MessageStore } from '../../messages/index.ts';

/** What is between two strangers in a chat: neither for users who know each other. */
export type BetweenStrangers = {
  /** The chat is a request to this user, which they may accept or decline (MR-02). */
  readonly isRequest: boolean;
  /** How many texts this user may still write until the other one answers; null without a limit (MR-01). */
  readonly textsLeft: number | null;
};

/** Returns what the server said of the two users, and what the messages since then changed. */
export function betweenStrangers(store: MessageStore | undefined, account: string): BetweenStrangers {
  const { strangers } = store ?? {};
  if (!store || !strangers) return { isRequest: false, textsLeft: null };
  const since = store.messages.filter(({ sequence }) => sequence > strangers.at);
  const own = since.filter(({ sender }) => sender === account).length;
  const isAnswered = since.length > own;
  const { isRequest, textsLeft } = strangers;
  return {
    isRequest: isRequest && own === 0,
    textsLeft: textsLeft === null || isAnswered ? null : Math.max(0, textsLeft - own),
  };
}
