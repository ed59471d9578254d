import { useQueryClient, useMutation } from '@tanstack/react-query';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { mayBeEdited } from '../edits/edit-target.ts';
import { ReactionBar } from '../reactions/reaction-bar.tsx';
import type { ComposerCalls, ListMenuEntries, MessageAction, MessageActions } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import type { OpenMessageAction } from './open-message-action.ts';
import { listActions, mayBeForwarded, MessageMenu } from './message-menu.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { selectionOf } from '../selection/selection.ts';
import { rescueFocus } from './rescue-focus.ts';
import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { deleteNow } from './delete-now.ts';
import { Dialog } from '../../../ui/dialog.tsx';

/** The image's own size if that fits the window; known before it is loaded. */
function sizeOf({ width, height }: MessagePicture) {
  if (!width || !height) return undefined;
  const ratio = width / height;
  return { width: `min(100%, ${width}px, (100dvh - 9rem) * ${ratio})`, aspectRatio: ratio };
}

/** An image of a message, as large as the window allows. */
function ImageViewer({ picture, onClose }: { picture: MessagePicture; onClose: () => void }) {
  return (
    <div className="contents [--sheet-size:64rem]">
      <Dialog isOpen onClose={onClose} title={<Trans>Image</Trans>}>
        <img
          src={picture.url}
          alt={picture.alt}
          style={sizeOf(picture)}
          className="mx-auto max-h-[calc(100dvh-9rem)] max-w-full rounded-[.9rem] object-contain"
        />
      </Dialog>
    </div>
  );
}

/** The message to delete, the text that says for whom, and the callback that closes the dialog. */
type DeleteMessageProps = {
  conversation: Conversation;
  account: string;
  message: ChatMessage;
  /** States for whom the message is deleted. */
  description: ReactNode;
  onClose: () => void;
};

/** Asks for confirmation before a message is deleted (GC-71, GC-73, GC-75, PC-47). */
function DeleteMessageDialog(props: DeleteMessageProps) {
  const { conversation, account, message, description, onClose } = props;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteNow({ client, conversation, account }, message),
    onSuccess: (isGone) => {
      if (isGone) onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isPending}
      title={<Trans>Delete this message?</Trans>}
      description={description}
      confirmLabel={<Trans>Delete</Trans>}
      onCancel={onClose}
      onConfirm={() => mutate()}
    />
  );
}

const forwardDialog = lazyComponent(() => import('../forwards/forward-dialog.tsx'));
const selectionBar = lazyComponent(() => import('../selection/selection-bar.tsx'));
const whoReacted = lazyComponent(() => import('../reactions/who-reacted.tsx'));

export type OpenActionProps = ComposerCalls & {
  action: OpenMessageAction;
  conversation: Conversation;
  account: string;
  listEntries: ListMenuEntries;
  /** Adds the user's emoji to a message, or removes it. */
  onReact: MessageActions['onReact'];
  /** Opens the report form for messages of one user. */
  onReportAll: (username: string, messageIds: readonly string[]) => void;
  /** True unless the user only reads: then they neither react nor reply nor edit (RX-01). */
  mayReact?: boolean;
  onChange: Dispatch<SetStateAction<OpenMessageAction | undefined>>;
};

/**
 * The actions that a message offers at `anchor`, its row or a button in it; without reacting where emoji are offered beside
 * them.
 */
export function actionsAt(
  message: ChatMessage,
  anchor: HTMLElement,
  input: Omit<OpenActionProps, 'action' | 'onReact'>,
  hasEmoji = false,
): readonly MessageAction[] {
  const { conversation, account, listEntries, mayReact = true, onReply, onEdit, onChange } = input;
  const area = anchor.closest<HTMLElement>('[role="region"]');
  return listActions({
    message,
    listEntries,
    link: conversation.linkTo?.(message),
    onReact: mayReact && !hasEmoji ? () => onChange({ kind: 'react', message, anchor }) : undefined,
    onReply: mayReact ? () => onReply(message) : undefined,
    onEdit: mayReact && mayBeEdited(message, account) ? () => onEdit(message) : undefined,
    onForward:
      mayReact && mayBeForwarded(message)
        ? () => onChange({ kind: 'forward', messages: [message] })
        : undefined,
    onSelect: () => onChange(selectionOf(message, area)),
    onWho: () => onChange({ kind: 'who', messageId: message._id }),
    onDelete: (description) => onChange({ kind: 'delete', message, description, area }),
  });
}

/** The open menu, sheet, picture or confirmation of a message. */
export function OpenAction(props: OpenActionProps) {
  const { action, conversation, account, onReact, mayReact = true, onChange } = props;
  // The menu receives its close event only after it has opened the confirmation.
  const close = () => onChange((now) => (now === action ? undefined : now));
  if (action.kind === 'picture') return <ImageViewer picture={action.picture} onClose={close} />;
  if (action.kind === 'who') {
    return (
      <LazyComponent component={whoReacted} onFailed={close}>
        {({ WhoReacted }) => <WhoReacted messageId={action.messageId} emoji={action.emoji} onClose={close} />}
      </LazyComponent>
    );
  }
  if (action.kind === 'forward') {
    return (
      <LazyComponent component={forwardDialog} onFailed={close}>
        {({ ForwardDialog }) => <ForwardDialog messages={action.messages} onClose={close} />}
      </LazyComponent>
    );
  }
  if (action.kind === 'select') {
    const leave = () => {
      onChange(undefined);
      rescueFocus(action.area);
    };
    return (
      <LazyComponent component={selectionBar} onFailed={close}>
        {({ SelectionBar }) => <SelectionBar {...props} messages={action.messages} onClose={leave} />}
      </LazyComponent>
    );
  }
  const { message } = action;
  if (action.kind === 'react') {
    return (
      <ReactionBar
        key={message._id}
        message={message}
        anchor={action.anchor}
        onPick={(emoji, on) => onReact(message, emoji, on)}
        onClose={close}
      />
    );
  }
  if (action.kind === 'menu') {
    const { anchor } = action;
    return (
      <MessageMenu
        key={message._id}
        message={message}
        anchor={anchor}
        actions={actionsAt(message, anchor, props)}
        onClose={close}
      />
    );
  }
  if (action.kind === 'sheet') {
    const { anchor } = action;
    return (
      <MessageSheet
        key={message._id}
        message={message}
        isOwn={message.sender === account}
        anchor={anchor}
        actions={actionsAt(message, anchor, props, true)}
        onPick={mayReact ? (emoji, on) => onReact(message, emoji, on) : undefined}
        onClose={close}
      />
    );
  }
  return (
    <DeleteMessageDialog
      conversation={conversation}
      account={account}
      message={message}
      description={action.description}
      onClose={() => {
        close();
        rescueFocus(action.area);
      }}
    />
  );
}
