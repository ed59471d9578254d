import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { DeleteMessageDialog } from './delete-message.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { AllowedMessageActions } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import { MessageMenu } from './message-menu.tsx';
import { rescueFocus } from './rescue-focus.ts';

/** The open menu or dialog of a message. */
export type OpenMessageAction =
  | { readonly kind: 'menu'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'picture'; readonly picture: MessagePicture }
  | { readonly kind: 'delete'; readonly message: ChatMessage; readonly area: HTMLElement | null };

export type OpenActionProps = {
  action: OpenMessageAction;
  conversation: Conversation;
  account: string;
  offerOf: (message: ChatMessage) => AllowedMessageActions;
  /** States for whom a message is deleted; not needed where the menu does not offer it. */
  deletionText?: (message: ChatMessage) => ReactNode;
  onChange: Dispatch<SetStateAction<OpenMessageAction | undefined>>;
};

/** The open menu, picture or confirmation of a message. */
export function OpenAction(props: OpenActionProps) {
  const { action, onChange } = props;
  // The menu receives its close event only after it has opened the confirmation.
  const close = () => onChange((now) => (now === action ? undefined : now));
  if (action.kind === 'picture') return <ImageViewer picture={action.picture} onClose={close} />;
  if (action.kind === 'menu') {
    const area = action.anchor.closest<HTMLElement>('[role="region"]');
    return (
      <MessageMenu
        key={action.message._id}
        message={action.message}
        anchor={action.anchor}
        offer={props.offerOf(action.message)}
        onDelete={(message) => onChange({ kind: 'delete', message, area })}
        onClose={close}
      />
    );
  }
  return (
    <DeleteMessageDialog
      conversation={props.conversation}
      account={props.account}
      message={action.message}
      description={props.deletionText?.(action.message)}
      onClose={() => {
        close();
        rescueFocus(action.area);
      }}
    />
  );
}
