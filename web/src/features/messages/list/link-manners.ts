import { createContext } from 'react';
import type { Conversation } from '../history/conversation.ts';
import type { MessageBook } from '../history/message-book.ts';

/** How the links of others are shown in a conversation. */
export type LinkManners = {
  /** As words: somebody new, to whom this person has not written back (SV-105). */
  readonly arePlain: boolean;
  /** They open without a question: this person has written to them. */
  readonly areKnown: boolean;
};

/** In rooms links are links, and whom one knows is asked for each. */
export const usualLinks: LinkManners = { arePlain: false, areKnown: false };

/** The manners of the conversation that is on screen. */
export const LinkContext = createContext(usualLinks);

/** The manners as the server and what was written tell them; one's own words make links of the other's at once. */
export function linkManners(conversation: Conversation, book: MessageBook, account: string): LinkManners {
  if (!conversation.trustsAnswered) return usualLinks;
  const hasWritten = book.messages.some(({ sender }) => sender === account);
  return { arePlain: book.hasPlainLinks && !hasWritten, areKnown: hasWritten };
}
