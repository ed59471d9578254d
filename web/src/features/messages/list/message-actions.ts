import type { ReactNode } from 'react';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import type { MessagePicture } from './message-image.tsx';

/** An action on a message: an entry of its menu, or a button beside it. */
export type MessageAction = {
  readonly id: string;
  /** In the menu, and the tooltip of a button. */
  readonly label: string;
  /** The name of a button for screen readers, which says for which message; the label by default. */
  readonly name?: string;
  readonly icon: ReactNode;
  /** A button that is left out on touch screens, where the menu has the action. */
  readonly needsPointer?: boolean;
  /** Listed last, after a divider. */
  readonly isDangerous?: boolean;
  /** `at` is the pressed button, or the button of the menu. */
  readonly run: (at: HTMLElement) => void;
};

/** Makes the entries that each kind of conversation may list; their texts and icons are loaded with the menu. */
export type MenuEntries = {
  /** Shows the sender's profile. */
  readonly profile: (run: () => void) => MessageAction;
  /** Opens the report form. */
  readonly report: (run: () => void) => MessageAction;
  /** Deletes the message, after a question whose text states for whom. */
  readonly delete: (description: ReactNode) => MessageAction;
};

/** Lists the entries of a message's menu. */
export type ListMenuEntries = (message: ChatMessage, entries: MenuEntries) => readonly MessageAction[];

/** The available actions on the messages of a list. */
export type MessageActions = {
  readonly conversation: Conversation;
  /** False for a reader who is not a member (RX-01). */
  readonly mayReact: boolean;
  /** Shows who reacted to a message, with one emoji or with any. */
  readonly onWho: (message: ChatMessage, emoji: string) => void;
  readonly onProfile: (username: string) => void;
  readonly onOpenImage: (picture: MessagePicture) => void;
  /** Resolves with a fresh link to a message's image; undefined if there is none. Never rejects. */
  readonly onRefreshImage: (messageId: string) => Promise<string | undefined>;
  /** Opens the message's menu at its button. */
  readonly onMenu: (message: ChatMessage, button: HTMLElement) => void;
  /** The buttons beside a message, after the one of its menu. */
  readonly buttonsOf?: ((message: ChatMessage) => readonly MessageAction[]) | undefined;
  /** Own images are also hidden until requested, except those sent since the page was loaded (PC-12). */
  readonly coversOwnImages?: boolean | undefined;
  /** The message whose menu is open. */
  readonly menuOf: string | undefined;
};
