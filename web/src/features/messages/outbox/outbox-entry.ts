import {
  noAttachments,
  type Addressing,
  type Attachments,
  type Draft,
  type EditTarget,
} from '../composer/attachments.ts';

/** How far the delivery of an entry is. */
export type Delivery = {
  /** When the user made it, in ms since the epoch. */
  readonly queuedAt: number;
  /** When it was last sent, in ms since the epoch. */
  readonly sentAt?: number;
  /** Number of times it was sent; 0: the server can't have it. */
  readonly tries: number;
  readonly state: 'queued' | 'sending' | 'failed';
  /** The error text. */
  readonly detail?: string | undefined;
  /** The error code of the server. */
  readonly code?: string | undefined;
};

/** A message of this device that is not acknowledged yet. */
export type OutboxMessage = Delivery &
  Addressing & {
    readonly kind: 'message';
    /** The same on every try. */
    readonly clientMessageId: string;
    readonly content: string;
    /** The attachments; missing in entries of a version without them. */
    readonly attachments?: Attachments;
    /** The client message id of the first of several messages that were one draft (HM-12). */
    readonly together?: string;
  };

/** An emoji that the user added to a message, or removed, and that the server has not stored yet (RX-06). */
export type OutboxReaction = Delivery & {
  readonly kind: 'reaction';
  /** Identifies the entry in the outbox. */
  readonly key: string;
  readonly messageId: string;
  readonly emoji: string;
  readonly on: boolean;
};

/** A changed text of a message that the server has not stored yet (ED-01). A refused one stays until it is in the input again. */
export type OutboxEdit = Delivery & {
  readonly kind: 'edit';
  /** Identifies the entry in the outbox, and the edit on every try (ED-03). */
  readonly key: string;
  readonly messageId: string;
  /** The new text. */
  readonly content: string;
  readonly target: EditTarget;
};

/** A change of a stored message: sent as a request, whose response settles it. */
export type OutboxRequest = OutboxReaction | OutboxEdit;

/** What the user wrote or pressed on this device, and the server has not stored yet. */
export type OutboxEntry = OutboxMessage | OutboxRequest;

/** Identifies an entry in the outbox. */
export const entryKey = (entry: OutboxEntry): string =>
  entry.kind === 'message' ? entry.clientMessageId : entry.key;

export const isMessage = (entry: OutboxEntry): entry is OutboxMessage => entry.kind === 'message';
export const isRequest = (entry: OutboxEntry): entry is OutboxRequest => entry.kind !== 'message';

/** The content, as it is put back into the input. */
export const draftOf = (entry: OutboxMessage): Draft => ({
  text: entry.content,
  attachments: entry.attachments ?? noAttachments,
  ...(entry.replyTo && { replyTo: entry.replyTo }),
  ...(entry.audience && { audience: entry.audience }),
  ...(entry.noPreview && { noPreview: true }),
});
