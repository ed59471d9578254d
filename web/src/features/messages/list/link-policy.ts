import { createContext } from 'react';
import type { Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';

/** How links in messages of other users are shown. */
export type LinkPolicy = {
  /** As plain text: the other user is a new contact to whom this user has not replied (SV-105). */
  readonly arePlain: boolean;
  /** They open without a confirmation: this user has written to the sender. */
  readonly areKnown: boolean;
};

/** Rooms show links; the confirmation depends on the sender. */
export const defaultLinkPolicy: LinkPolicy = { arePlain: false, areKnown: false };

/** The link policy of the conversation on screen. */
export const LinkContext = createContext(defaultLinkPolicy);

/** The link policy from the server's flag and the messages; a reply of this user enables links immediately. */
export function linkPolicy(conversation: Conversation, store: MessageStore, account: string): LinkPolicy {
  if (!conversation.trustsAnswered) return defaultLinkPolicy;
  const hasWritten = store.messages.some(({ sender }) => sender === account);
  return { arePlain: store.hasPlainLinks && !hasWritten, areKnown: hasWritten };
}
