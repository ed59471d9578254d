import { noAttachments, type Attachments, type Draft } from '../composer/attachments.ts';

/** A message of this device that is not acknowledged yet. */
export type OutboxEntry = {
  /** The same on every try. */
  readonly clientMessageId: string;
  readonly content: string;
  /** The attachments; missing in entries of a version without them. */
  readonly attachments?: Attachments;
  /** When it was written, in ms since the epoch. */
  readonly queuedAt: number;
  /** When it was last sent, in ms since the epoch. */
  readonly sentAt?: number;
  /** Number of times it was sent; 0: the server can't have it. */
  readonly tries: number;
  readonly state: 'queued' | 'sending' | 'failed';
  /** The error text. */
  readonly detail?: string;
};

/** The content, as it is put back into the input. */
export const draftOf = (entry: OutboxEntry): Draft => ({
  text: entry.content,
  attachments: entry.attachments ?? noAttachments,
});
