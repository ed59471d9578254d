import { useQueryClient, useMutation } from '@tanstack/react-query';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { react } from '../reactions/react.ts';
import { ReactionBar } from '../reactions/reaction-bar.tsx';
import type { ListMenuEntries } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import { MessageMenu } from './message-menu.tsx';
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

const whoReacted = lazyComponent(() => import('../reactions/who-reacted.tsx'));

/** The open menu or dialog of a message. */
export type OpenMessageAction =
  | { readonly kind: 'menu'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'react'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'who'; readonly messageId: string; readonly emoji?: string }
  | { readonly kind: 'picture'; readonly picture: MessagePicture }
  | {
      readonly kind: 'delete';
      readonly message: ChatMessage;
      readonly description: ReactNode;
      readonly area: HTMLElement | null;
    };

export type OpenActionProps = {
  action: OpenMessageAction;
  conversation: Conversation;
  account: string;
  listEntries: ListMenuEntries;
  /** True unless the user only reads (RX-01). */
  mayReact?: boolean;
  onChange: Dispatch<SetStateAction<OpenMessageAction | undefined>>;
};

/** The open menu, picture or confirmation of a message. */
export function OpenAction({
  action,
  conversation,
  account,
  listEntries,
  mayReact = true,
  onChange,
}: OpenActionProps) {
  const client = useQueryClient();
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
  const { message } = action;
  if (action.kind === 'react') {
    return (
      <ReactionBar
        key={message._id}
        message={message}
        anchor={action.anchor}
        onPick={(emoji, on) => void react({ client, conversation, account }, message, emoji, on)}
        onClose={close}
      />
    );
  }
  if (action.kind === 'menu') {
    const { anchor } = action;
    const area = anchor.closest<HTMLElement>('[role="region"]');
    return (
      <MessageMenu
        key={message._id}
        message={message}
        anchor={anchor}
        listEntries={listEntries}
        onReact={mayReact ? () => onChange({ kind: 'react', message, anchor }) : undefined}
        onWho={() => onChange({ kind: 'who', messageId: message._id })}
        onDelete={(description) => onChange({ kind: 'delete', message, description, area })}
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
