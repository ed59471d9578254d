import { createContext } from 'react';
import type { Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';

/** How the links of others are shown in a conversation. */
export type LinkPolicy = {
  /** As words: somebody new, to whom this person has not written back (SV-105). */
  readonly arePlain: boolean;
  /** They open without a question: this person has written to them. */
  readonly areKnown: boolean;
};

/** In rooms links are links, and whom one knows is asked for each. */
export const usualLinks: LinkPolicy = { arePlain: false, areKnown: false };

/** The manners of the conversation that is on screen. */
export const LinkContext = createContext(usualLinks);

/** The manners as the server and what was written tell them; one's own words make links of the other's at once. */
export function linkPolicy(conversation: Conversation, store: MessageStore, account: string): LinkPolicy {
  if (!conversation.trustsAnswered) return usualLinks;
  const hasWritten = store.messages.some(({ sender }) => sender === account);
  return { arePlain: store.hasPlainLinks && !hasWritten, areKnown: hasWritten };
}
