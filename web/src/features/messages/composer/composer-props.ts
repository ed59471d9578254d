import type { Dispatch, ReactNode, RefObject, SetStateAction } from 'react';
import type { AllowedAttachments } from './allowed-attachments.ts';
import type { Draft, EditTarget, ReplyTarget } from './attachments.ts';
import type { Mention } from './mention.ts';

/** Returns the users who receive a whisper; none for a message to all. */
export type ReadRecipients = (draft: Draft) => readonly string[];

/** What the input is open for, other than a new message; `account` is the user. */
export type ComposerMode =
  | { readonly kind: 'reply'; readonly target: ReplyTarget; readonly account: string }
  | { readonly kind: 'edit'; readonly target: EditTarget };

/** An edit that the server refused while the input was in use. */
export type RefusedEdit = {
  readonly detail: string | undefined;
  readonly onOpen: () => void;
  readonly onDiscard: () => void;
};

/** Returned by `onSend`: the draft stays in the input without an error, because the user is asked something first. */
export const staysInInput = '';

export type ComposerProps = {
  /** The content of the input; the chat owns it, so that an unsent message can return to it. */
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  /**
   * Adds the draft to the outbox, or saves the edit. Returns the reason if it is refused, or {@link staysInInput}: the
   * draft then stays in the input. Undefined until the chat is open.
   */
  onSend: ((draft: Draft) => string | undefined) | undefined;
  onTyping: () => void;
  onTypingStopped: () => void;
  isConnected: boolean;
  /** Number of messages of this conversation that are pending. */
  waiting: number;
  input: RefObject<HTMLTextAreaElement | null>;
  /** Undefined for a new message. */
  mode?: ComposerMode | undefined;
  /** Ends the mode. */
  onLeaveMode?: (() => void) | undefined;
  refused?: RefusedEdit | undefined;
  /** Opens the user's last message with text for an edit; returns false if there is none (ED-05). */
  onEditLast?: (() => boolean) | undefined;
  /** Why the draft could not be sent, if the reason came later. */
  problem?: string | undefined;
  /** Unique for account and conversation: where a recording is kept until it is sent. */
  recordingKey: string;
};

/** Why a draft can't be sent yet: images are on their way, or one did not arrive (HM-12). */
export type PicturesHold = 'busy' | 'failed' | undefined;

/** How a conversation configures the input. */
export type ComposerKind = {
  tools: AllowedAttachments;
  placeholder: string;
  /** The input is disabled while not connected (PC-23); otherwise messages wait. */
  needsConnection?: boolean;
  readNames?: ReadRecipients | undefined;
  mention?: Mention | undefined;
  /** Shows who will hear the message, above the input: a plug-in of rooms (MN-02). */
  audience?: ReactNode;
};
