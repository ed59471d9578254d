import { noAttachments, type Attachments, type Draft } from '../composer/attachments.ts';

/** A message of this device that is not confirmed yet. */
export type OutboxEntry = {
  /** The same on every try. */
  readonly clientMessageId: string;
  readonly content: string;
  /** What goes along; missing in entries of a version before this was possible. */
  readonly attachments?: Attachments;
  /** When it was written, in ms since the epoch. */
  readonly queuedAt: number;
  /** When it was last sent, in the same way. */
  readonly sentAt?: number;
  /** How often it has been sent; 0: the server can't have it. */
  readonly tries: number;
  readonly state: 'queued' | 'sending' | 'failed';
  /** Why it failed, in a sentence. */
  readonly detail?: string;
};

/** What was written, as it goes back into the input. */
export const draftOf = (entry: OutboxEntry): Draft => ({
  text: entry.content,
  attachments: entry.attachments ?? noAttachments,
});
