import { useQueryClient } from '@tanstack/react-query';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { DeleteMessageDialog } from './delete-message.tsx';
import { react } from '../reactions/react.ts';
import { ReactionBar } from '../reactions/reaction-bar.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { ListMenuEntries } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import { MessageMenu } from './message-menu.tsx';
import { rescueFocus } from './rescue-focus.ts';

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
