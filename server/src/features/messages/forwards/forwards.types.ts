import type { ForwardPlace } from '@adda/contract/messages';
import type { Tx } from '../../../platform/database/index.ts';
import type { Committed, RefusedStatus, SentFiles } from '../messages.types.ts';

/** The text and the video of a message, as a place takes them. */
export type ForwardContent = { readonly content: string; readonly youtubeUrl: string | null };

/** A place where a message is forwarded (FT-06). The functions throw the refusals of sending there. */
export type ForwardTarget = {
  /** The place as the response names it. */
  readonly place: ForwardPlace;
  /** Identifies the place; targets are locked in the order of their keys. */
  readonly key: string;
  /** Undefined for a private chat without messages. */
  readonly conversationId: number | undefined;
  /** Id of the room for the report of listed words; undefined for private chats. */
  readonly groupId?: string;
  /** Returns what is stored here of a message; private chats have no videos and take their addresses as text. */
  readonly contentOf: (original: ForwardContent) => ForwardContent;
  /**
   * Throws if the sender may not write here; called before anything is stored. The final decision is made when the message
   * is stored.
   */
  readonly authorize: () => Promise<void>;
  /** Returns the seconds that the sender has to wait; 0 accepts the message. */
  readonly takeTurn: () => Promise<number>;
  /** Takes the locks that come before those of conversations. */
  readonly lock: (tx: Tx) => Promise<void>;
  /** Returns the conversation, which is created for the first message of a private chat. */
  readonly open: (tx: Tx) => Promise<number>;
  /** Throws the error for a message that was not stored; called outside the transaction. */
  readonly throwRefusal: (status: RefusedStatus) => Promise<never>;
  /** Publishes the stored message after the commit, as if it was sent; `seconds` since the request arrived. */
  readonly publish: (committed: Committed<SentFiles>, seconds: number) => void;
};
