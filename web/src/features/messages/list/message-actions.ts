import type { ChatMessage } from '../history/conversation.ts';
import type { MessagePicture } from './message-image.tsx';

/** The actions on messages. */
export type MessageActions = {
  readonly onProfile: (username: string) => void;
  readonly onOpenImage: (picture: MessagePicture) => void;
  /** Resolves with a fresh link to a message's image; undefined if there is none. Never rejects. */
  readonly onRefreshImage: (messageId: string) => Promise<string | undefined>;
  /** Opens the message's menu at its button. */
  readonly onMenu: (message: ChatMessage, button: HTMLElement) => void;
  /** Deletes a message after a confirmation; if undefined, the menu offers it where allowed. */
  readonly onDelete?: ((message: ChatMessage, button: HTMLElement) => void) | undefined;
  /** Own images are also hidden until requested, except those sent since the page was loaded (PC-12). */
  readonly coversOwnImages?: boolean | undefined;
  /** The message whose menu is open. */
  readonly menuOf: string | undefined;
};

/** The allowed actions on a message. Actions that are left out are not offered. */
export type AllowedMessageActions = {
  readonly onProfile?: (() => void) | undefined;
  readonly onWhisper?: (() => void) | undefined;
  readonly onReport?: (() => void) | undefined;
  readonly mayDelete: boolean;
};
