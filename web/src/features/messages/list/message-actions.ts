import type { ChatMessage } from '../history/conversation.ts';
import type { MessagePicture } from './message-image.tsx';

/** What can be done from a message. */
export type MessageActions = {
  readonly onProfile: (username: string) => void;
  readonly onOpenImage: (picture: MessagePicture) => void;
  /** A fresh link to a message's image; undefined when there is none to be had. Never rejects. */
  readonly onRefreshImage: (messageId: string) => Promise<string | undefined>;
  /** Opens the message's menu at its button. */
  readonly onMenu: (message: ChatMessage, button: HTMLElement) => void;
  /** Deletes a message after asking; where it is missing, the menu offers it, if anything does. */
  readonly onDelete?: ((message: ChatMessage, button: HTMLElement) => void) | undefined;
  /** One's own images are hidden until asked for as well, but for those sent since the page was loaded (PC-12). */
  readonly coversOwnImages?: boolean | undefined;
  /** The message whose menu is open. */
  readonly menuOf: string | undefined;
};

/** What a conversation lets somebody do with one message. What is left out is not offered. */
export type MessageOffer = {
  readonly onProfile?: (() => void) | undefined;
  readonly onWhisper?: (() => void) | undefined;
  readonly onReport?: (() => void) | undefined;
  readonly mayDelete: boolean;
};
