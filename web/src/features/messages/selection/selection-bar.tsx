import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Flag, Forward, Trash2, X } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ForwardDialog } from '../forwards/forward-dialog.tsx';
import { messagesOf } from '../history/first-page.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { tryDelete } from '../list/delete-now.ts';
import type { ListMenuEntries, MessageAction } from '../list/message-actions.ts';
import { mayBeForwarded } from '../list/message-menu.tsx';
import { SELECTED_MAX } from './selection.ts';

export type SelectionBarProps = {
  messages: readonly ChatMessage[];
  conversation: Conversation;
  account: string;
  listEntries: ListMenuEntries;
  /** Opens the report form for messages of one user. */
  onReportAll: (username: string, messageIds: readonly string[]) => void;
  /** Ends the selection. */
  onClose: () => void;
};

const icon = 'size-5';

/** The actions of the kind of conversation on a message, without texts, and what the deletion says for whom. */
function entriesOf(message: ChatMessage, listEntries: ListMenuEntries) {
  let description: ReactNode;
  const entry = (id: string): MessageAction => ({ id, label: '', icon: null, run: () => undefined });
  const ids = listEntries(message, {
    profile: () => entry('profile'),
    report: () => entry('report'),
    delete: (given) => {
      description = given;
      return entry('delete');
    },
  }).map(({ id }) => id);
  return { mayReport: ids.includes('report'), mayDelete: ids.includes('delete'), description };
}

/** What can be done with all the messages, and the text that says for whom they are deleted. */
function rightsOf({ messages, conversation, listEntries }: SelectionBarProps) {
  const each = messages.map((message) => entriesOf(message, listEntries));
  const senders = new Set(messages.map(({ sender }) => sender));
  return {
    mayDelete: conversation.hidesOthers || each.every(({ mayDelete }) => mayDelete),
    mayReport: senders.size === 1 && each.every(({ mayReport }) => mayReport),
    mayForward: messages.every(mayBeForwarded),
    description: conversation.hidesOthers ? (
      <Trans>Your own go for both of you, the others for you only. This can't be undone.</Trans>
    ) : (
      each[0]?.description
    ),
  };
}

/** Asks before the messages are deleted. */
function DeleteMessages({
  messages,
  conversation,
  account,
  description,
  onClose,
  onDone,
}: SelectionBarProps & { description: ReactNode; onDone: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      tryDelete(
        () => conversation.deleteMessages(messages.map(({ _id: id }) => id)),
        async () => {
          const { removeMessage } = await import('../history/live-changes.ts');
          for (const message of messages) removeMessage(client, conversation, message, account);
        },
        t`Messages deleted successfully`,
      ),
    onSuccess: (areGone) => {
      if (areGone) onDone();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isPending}
      title={<Plural value={messages.length} one="Delete this message?" other="Delete # messages?" />}
      description={description}
      confirmLabel={<Trans>Delete</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate()}
    />
  );
}

/** Returns the selected messages that are still there, as they are now. */
function usePresent({ conversation, messages }: SelectionBarProps): readonly ChatMessage[] {
  const { data } = useQuery({ ...messagesOf(conversation), enabled: false });
  const gone = new Set(
    [...(data?.messages ?? []), ...(data?.far?.messages ?? [])].flatMap((message) =>
      message.is_deleted ? [message._id] : [],
    ),
  );
  return messages.filter(({ _id: id }) => !gone.has(id));
}

/** The number of selected messages. It is written after the element is there, so that screen readers announce it. */
function Count({ count }: { count: number }) {
  const [said, setSaid] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setSaid(count));
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <p role="status" className="min-w-0 grow truncate text-sm font-semibold">
      {said !== undefined && <Plural value={said} one="# selected" other="# selected" />}
      {said !== undefined && said >= SELECTED_MAX && (
        <>
          {' · '}
          <Trans>no more at once</Trans>
        </>
      )}
    </p>
  );
}

/** The number of selected messages and what can be done with them (FT-07). */
export function SelectionBar(given: SelectionBarProps) {
  const { t: text } = useLingui();
  const props = { ...given, messages: usePresent(given) };
  const { messages, onReportAll, onClose } = props;
  const [isOpen, setOpen] = useState<'delete' | 'forward'>();
  const rights = rightsOf(props);
  const helpId = useId();
  const buttonOf = (name: string, shown: ReactNode, refusal: string | undefined, run: () => void) => (
    <IconButton
      label={name}
      icon={shown}
      disabled={messages.length === 0}
      className={refusal === undefined ? undefined : 'opacity-45'}
      aria-disabled={refusal !== undefined}
      onClick={() => (refusal === undefined ? run() : toast.show(refusal))}
    />
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isOpen) return;
    event.stopPropagation();
    onClose();
  };
  const report = () => {
    onClose();
    onReportAll(
      messages[0]?.sender ?? '',
      messages.map(({ _id: id }) => id),
    );
  };
  const refuseDelete = rights.mayDelete ? undefined : text`You can't delete all of these.`;
  const refuseForward = rights.mayForward ? undefined : text`Whispers can't be forwarded.`;
  const refuseReport = rights.mayReport
    ? undefined
    : text`Choose messages of one other person to report them.`;
  const close = () => setOpen(undefined);
  return (
    <>
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label={text`Selected messages`}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
        className="flex items-center gap-1 border-t border-line bg-surface px-1.5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3"
      >
        <IconButton label={text`Cancel`} icon={<X className={icon} />} onClick={onClose} />
        <Count count={messages.length} />
        {buttonOf(text`Forward`, <Forward className={`${icon} rtl:-scale-x-100`} />, refuseForward, () =>
          setOpen('forward'),
        )}
        {buttonOf(text`Report`, <Flag className={icon} />, refuseReport, report)}
        {buttonOf(text`Delete`, <Trash2 className={icon} />, refuseDelete, () => setOpen('delete'))}
      </div>
      <p id={helpId} className="sr-only">
        <Trans>
          In the list, Space selects a message or takes it out, with Shift all in between. Escape ends it.
        </Trans>
      </p>
      {isOpen === 'forward' && <ForwardDialog messages={messages} onClose={close} onDone={onClose} />}
      {isOpen === 'delete' && (
        <DeleteMessages {...props} description={rights.description} onClose={close} onDone={onClose} />
      )}
    </>
  );
}
