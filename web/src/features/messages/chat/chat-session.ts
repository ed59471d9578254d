import { STALE_PENDING_MS } from '@adda/contract/messages';
import type { Outbox } from '../outbox/outbox.ts';
import type { ChatConnectionState } from './chat-connection-state.ts';
import type { OwnTyping, TypingUsers } from './typing.ts';

/** The connection of an open conversation, as the views need it. */
export type ChatConnection = {
  state(): ChatConnectionState;
  /** `isAgain` is true on every connection after the first. */
  onState(handler: (state: ChatConnectionState, isAgain: boolean) => void): () => void;
  reconnect(): void;
};

/** An open conversation: its connection, outbox and typing state. */
export type ChatSession = {
  readonly connection: ChatConnection;
  readonly outbox: Outbox;
  readonly typing: OwnTyping;
  readonly typingUsers: TypingUsers;
  /** Closes the session after pending messages are sent. */
  close(): void;
};

/** Calls `end` once pending messages are sent: at once if there are none, after 30 s at the latest. */
export function endWhenSent(
  { outbox, connection }: Pick<ChatSession, 'outbox' | 'connection'>,
  end: () => void,
): void {
  if (!outbox.isBusy() || connection.state() !== 'connected') return end();
  const endOnce = () => {
    clearTimeout(timer);
    unsubscribe();
    end();
  };
  const timer = setTimeout(endOnce, STALE_PENDING_MS);
  const unsubscribe = outbox.subscribe(() => {
    if (!outbox.isBusy()) queueMicrotask(endOnce);
  });
}
