import { t } from '@lingui/core/macro';
import { isBlankText } from '@adda/contract/messages';
import { toast } from '../../../ui/toast-store.ts';
import { useEffect, type Dispatch, type SetStateAction } from 'react';
import { isBlank, noAttachments, type Draft } from '../composer/attachments.ts';
import { canPrepend, prependDraft, withoutReply } from '../composer/join-drafts.ts';
import { replyTargetOf } from '../composer/composer-bars.tsx';
import { staysInInput, type ComposerProps } from '../composer/composer-props.ts';
import type { DraftState } from '../composer/use-draft.ts';
import { editTargetOf, mayBeEdited } from '../edits/edit-target.ts';
import { useDraftSync } from '../drafts/use-draft-sync.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';
import type { MessageActions } from '../list/message-actions.ts';
import { draftOf, type OutboxEdit, type OutboxRequest } from '../outbox/outbox-entry.ts';
import type { ChatSession } from './chat-session.ts';

/** What decides what the input is open for. */
export type ComposerModeInput = {
  readonly account: string;
  readonly session: ChatSession | undefined;
  readonly draftState: DraftState;
  readonly actions: MessageActions;
  /** Undefined until the first page has loaded. */
  readonly store: MessageStore | undefined;
  readonly requests: readonly OutboxRequest[];
  /** Asks whether a message is to be deleted, after its text was removed; undefined if the user may not. */
  readonly onEmptied?: ((message: ChatMessage) => void) | undefined;
};

const heldById = (store: MessageStore | undefined, id: string): ChatMessage | undefined =>
  [...(store?.messages ?? []), ...(store?.far?.messages ?? [])].find((message) => message._id === id);

/** An edit that the server refused, whose words have to return to the input. */
const refusedEdit = (requests: readonly OutboxRequest[]): OutboxEdit | undefined =>
  requests.filter((entry) => entry.kind === 'edit').find((entry) => entry.state === 'failed');

/** Removes a refused edit from the outbox; `isOpened` puts its words into the input, with the reason. */
function takeBack({ session, draftState, requests }: ComposerModeInput, isOpened: boolean): void {
  const refused = refusedEdit(requests);
  if (!refused || !session) return;
  session.outbox.drop(refused.key);
  const { target, content: text, detail: problem } = refused;
  if (isOpened) draftState.setEditing({ target, text, problem });
}

/** Puts the text of a message into the input, and focuses it. */
function beginEdit({ setEditing, rewrite }: DraftState, message: ChatMessage): void {
  setEditing({ target: editTargetOf(message), text: message.content });
  rewrite((text) => text);
}

/**
 * Connects 'Reply' and 'Edit' of the messages with the input, takes back refused edits once the input is free, ends an edit
 * when its message was deleted instead, and keeps the draft on the server. Renders nothing.
 */
export function ComposerModes(
  given: ComposerModeInput & { conversation: Conversation; onReady: (isReady: true) => void },
) {
  const { account, conversation, session, actions, draftState, store, requests, onReady } = given;
  const { draft, editing, setDraft, setEditing, rewrite } = draftState;
  useEffect(() => onReady(true), [onReady]);
  useDraftSync({ account, conversation, session, draftState, findHeld: (id) => heldById(store, id) });
  useEffect(
    () =>
      actions.connectComposer({
        onEdit: (message) => beginEdit({ ...draftState, setEditing, rewrite }, message),
        onReply(message) {
          const replyTo = replyTargetOf(message, account);
          setEditing(undefined);
          setDraft((now) => ({ ...(replyTo.whisperTo ? now : withoutReply(now)), replyTo }));
          rewrite((text) => text);
        },
      }),
    [actions, account, draftState, setDraft, setEditing, rewrite],
  );
  const mustTakeBack = editing === undefined && isBlank(draft) && refusedEdit(requests) !== undefined;
  useEffect(() => {
    if (mustTakeBack) takeBack(given, true);
  });
  const isDeleted =
    editing !== undefined &&
    isBlankText(editing.text) &&
    heldById(store, editing.target.messageId)?.is_deleted === true;
  useEffect(() => {
    if (isDeleted) setEditing(undefined);
  }, [isDeleted, setEditing]);
  return null;
}

/** Puts the content of an unsent message back into the input, if the input has room. */
export function putBack({ session, draftState }: ComposerModeInput, clientMessageId: string): void {
  const { draft, setDraft, input } = draftState;
  const entry = session?.outbox.find(clientMessageId);
  if (!entry) return;
  const returned = draftOf(entry);
  if (!canPrepend(returned, draft)) {
    toast.show(t`Send or remove what you've added first.`);
    return;
  }
  session?.outbox.discard(clientMessageId);
  setDraft(prependDraft(returned, draft));
  input.current?.focus();
}

type Mode = Pick<
  ComposerProps,
  'draft' | 'onDraft' | 'onSend' | 'mode' | 'refused' | 'problem' | 'onLeaveMode' | 'onEditLast'
>;

/** The input with the text of a message, which it saves. */
function editMode({ session, draftState, store, onEmptied }: ComposerModeInput): Mode | undefined {
  const { editing, setEditing, input } = draftState;
  if (!editing) return undefined;
  const { target, problem } = editing;
  const asDraft = (text: string): Draft => ({ text, attachments: noAttachments });
  const onDraft: Dispatch<SetStateAction<Draft>> = (next) =>
    setEditing((now) => {
      if (!now) return now;
      const { text } = typeof next === 'function' ? next(asDraft(now.text)) : next;
      return { target: now.target, text };
    });
  const leave = () => setEditing(undefined);
  const save = (open: ChatSession, text: string): string | undefined => {
    const isBlankNow = isBlankText(text);
    if (isBlankNow && !target.hasAttachment) {
      const message = heldById(store, target.messageId);
      if (!message || !onEmptied) return t`Message or image required`;
      onEmptied(message);
      return staysInInput;
    }
    if (text !== target.content) open.edit(target, isBlankNow ? '' : text);
    leave();
    return undefined;
  };
  return {
    draft: asDraft(editing.text),
    onDraft,
    onSend: session && (({ text }) => save(session, text)),
    mode: { kind: 'edit', target },
    problem,
    onLeaveMode() {
      leave();
      input.current?.focus();
    },
  };
}

/**
 * What the input is open for: a new message, which may be a reply (RY-01), or an edit of a message (ED-05). The draft
 * stays as it is during an edit and comes back afterwards.
 */
export function composerMode(given: ComposerModeInput): Partial<Mode> {
  const { account, draftState, store, requests } = given;
  const { draft, setDraft, input } = draftState;
  const refused = refusedEdit(requests);
  return (
    editMode(given) ?? {
      mode: draft.replyTo && { kind: 'reply', target: draft.replyTo, account },
      refused: refused && {
        detail: refused.detail,
        onOpen: () => takeBack(given, true),
        onDiscard: () => takeBack(given, false),
      },
      onLeaveMode() {
        setDraft(withoutReply);
        input.current?.focus();
      },
      onEditLast() {
        const last = store?.messages.findLast((message) => mayBeEdited(message, account));
        if (last) beginEdit(draftState, last);
        return last !== undefined;
      },
    }
  );
}
