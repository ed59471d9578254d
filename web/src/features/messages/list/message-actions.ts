import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import type { MessagePicture } from './message-image.tsx';
import type { OpenMessageAction } from './open-message-action.ts';

/** An action on a message: an entry of its menu, or a button beside it. */
export type MessageAction = {
  /** Stable: the keys of the list run actions by it (RX-06). */
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

/** What the input does with a message: opens for a reply to it, or with its text for an edit. */
export type ComposerCalls = {
  readonly onReply: (message: ChatMessage) => void;
  readonly onEdit: (message: ChatMessage) => void;
};

/** The available actions on the messages of a list. */
export type MessageActions = {
  /** The conversation of the messages. */
  readonly conversation: Conversation;
  /** False for a reader who is not a member (RX-01). */
  readonly mayReact: boolean;
  /** Adds the user's emoji to a message, or removes it (RX-06). */
  readonly onReact: (message: ChatMessage, emoji: string, on: boolean) => void;
  /** Shows who reacted to a message, with one emoji or with any. */
  readonly onWho: (message: ChatMessage, emoji: string) => void;
  /** Undefined where messages have no actions. */
  readonly onProfile: ((username: string) => void) | undefined;
  /** Opens the input for a reply (RY-04); does nothing while no input is connected. */
  readonly onReply: (message: ChatMessage) => void;
  /** Opens the input with the text of an own message (ED-01); does nothing while no input is connected. */
  readonly onEdit: (message: ChatMessage) => void;
  /** Connects the input to `onReply` and `onEdit`; returns the function that disconnects it. */
  readonly connectComposer: (calls: ComposerCalls) => () => void;
  readonly onOpenImage: (picture: MessagePicture) => void;
  /** Resolves with a fresh link to a message's image; undefined if there is none. Never rejects. */
  readonly onRefreshImage: (messageId: string) => Promise<string | undefined>;
  /** Opens the message's menu at its button or its row. */
  readonly onMenu: (message: ChatMessage, at: HTMLElement) => void;
  /** Opens the emoji and the actions of a message in a sheet, for a phone. */
  readonly onSheet: (message: ChatMessage, row: HTMLElement) => void;
  /** Runs the action with this id at a message's row; nothing if the message does not offer it. */
  readonly onRun: (message: ChatMessage, actionId: string, row: HTMLElement) => void;
  /** The buttons beside a message, after the one of its menu. */
  readonly buttonsOf?: ((message: ChatMessage) => readonly MessageAction[]) | undefined;
  /** Own images are also hidden until requested, except those sent since the page was loaded (PC-12). */
  readonly coversOwnImages?: boolean | undefined;
  /** The message whose menu is open. */
  readonly menuOf: string | undefined;
  /** The selected messages, while messages are being selected (FT-07). */
  readonly selected: readonly ChatMessage[] | undefined;
  /** Set where the reader is no member and messages have no actions: shows what stands for the files of a message (HM-06). */
  readonly filesOf?: ((message: ChatMessage) => ReactNode) | undefined;
  /** Changes what is open: a menu, a dialog or the selection. */
  readonly setOpen: Dispatch<SetStateAction<OpenMessageAction | undefined>>;
};

/** The actions of a list, which can also go to a message. */
export type ListActions = MessageActions & {
  /** Shows the message at a sequence of this conversation (RY-04); undefined where messages have no actions. */
  readonly onJump: ((sequence: number) => void) | undefined;
};
