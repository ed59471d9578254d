import type { GroupMessage } from '@adda/contract/rooms';
import type { MessagePicture } from './message-image.tsx';

/** What can be done from a message. */
export type MessageActions = {
  readonly onProfile: (username: string) => void;
  readonly onOpenImage: (picture: MessagePicture) => void;
  /** A fresh link to a message's image; undefined when there is none to be had. Never rejects. */
  readonly onRefreshImage: (messageId: string) => Promise<string | undefined>;
  /** Opens the message's menu at its button. */
  readonly onMenu: (message: GroupMessage, button: HTMLElement) => void;
  /** The message whose menu is open. */
  readonly menuOf: string | undefined;
};
