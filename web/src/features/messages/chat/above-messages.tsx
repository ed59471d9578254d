import type { ComponentProps, ReactNode } from 'react';
import { PushQuestion } from '../../push/index.ts';
import { LiveMessages } from '../list/live-messages.tsx';
import { ChatSearch } from '../search/chat-search.tsx';
import type { ChatSession } from './chat-session.ts';
import { ComposerModes } from './composer-modes.tsx';
import { ReconnectBar } from './reconnect-bar.tsx';
import { useHasSent } from './use-chat-session.ts';

type ChatSearchProps = ComponentProps<typeof ChatSearch>;

export type AboveMessagesProps = ComponentProps<typeof ComposerModes> &
  Omit<ChatSearchProps, 'store'> & {
    session: ChatSession | undefined;
    /** Shown while there is no connection. */
    notConnected: ReactNode;
    renderAbove?: ((onJump: (sequence: number) => void) => ReactNode) | undefined;
  };

/**
 * What stands above the messages: the search, the connection, and the region that reads new messages out. Connects the
 * messages with the input as well.
 */
export function AboveMessages(props: AboveMessagesProps) {
  const { session, store, account, conversation, places, onLeave } = props;
  const hasSent = useHasSent(session);
  return (
    <>
      {store && props.renderAbove?.((sequence) => places.onJump(sequence, null))}
      {/* Only who takes part in a conversation finds its messages. */}
      {store && session && <ChatSearch {...{ conversation, account, store, places, onLeave }} />}
      {session && <ReconnectBar session={session} text={props.notConnected} />}
      {store && <PushQuestion hasSent={hasSent} />}
      {store && <LiveMessages store={store} account={account} />}
      <ComposerModes {...props} />
    </>
  );
}
