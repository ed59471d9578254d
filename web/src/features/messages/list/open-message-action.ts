import type { ReactNode } from 'react';
import type { ChatMessage } from '../history/conversation.ts';
import type { MessagePicture } from './message-image.tsx';

/** What is open in a list of messages: the menu or a dialog of a message, or the selection of several. */
export type OpenMessageAction =
  | { readonly kind: 'menu'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'sheet'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'react'; readonly message: ChatMessage; readonly anchor: HTMLElement }
  | { readonly kind: 'who'; readonly messageId: string; readonly emoji?: string }
  | { readonly kind: 'forward'; readonly messages: readonly ChatMessage[] }
  | {
      readonly kind: 'select';
      /** In the order of the conversation. */
      readonly messages: readonly ChatMessage[];
      /** Id of the message that was selected last: a range begins there. */
      readonly last: string;
      readonly area: HTMLElement | null;
    }
  | { readonly kind: 'picture'; readonly picture: MessagePicture }
  | {
      readonly kind: 'delete';
      readonly message: ChatMessage;
      readonly description: ReactNode;
      readonly area: HTMLElement | null;
    };
