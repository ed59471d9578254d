import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { DeleteMessageDialog } from './delete-message.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { ListMenuEntries } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import { MessageMenu } from './message-menu.tsx';
import { rescueFocus } from './rescue-focus.ts';

/** The open menu or dialog of a message. */
export type OpenMessageAction =
  | { readonly kind: 'menu'; readonly message: ChatMessage; readonly anchor: HTMLElement }
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
  onChange: Dispatch<SetStateAction<OpenMessageAction | undefined>>;
};

/** The open menu, picture or confirmation of a message. */
export function OpenAction({ action, conversation, account, listEntries, onChange }: OpenActionProps) {
  // The menu receives its close event only after it has opened the confirmation.
  const close = () => onChange((now) => (now === action ? undefined : now));
  if (action.kind === 'picture') return <ImageViewer picture={action.picture} onClose={close} />;
  const { message } = action;
  if (action.kind === 'menu') {
    const { anchor } = action;
    const area = anchor.closest<HTMLElement>('[role="region"]');
    return (
      <MessageMenu
        key={message._id}
        message={message}
        anchor={anchor}
        listEntries={listEntries}
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
