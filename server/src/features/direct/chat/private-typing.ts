import { createTypingUsers } from '../../messages/index.ts';
import { silentRoom, typingRoom } from '../direct.types.ts';
import type { PrivateConnection, PrivateServer } from '../direct.types.ts';

/**
 * Tells the open chats of the other person who is typing; they hear nothing while the two are blocked, nor that somebody
 * begins who takes no messages.
 */
export function createPrivateTyping({
  publish,
  connectionsIn,
}: Pick<PrivateServer, 'publish' | 'connectionsIn'>) {
  const typingUsers = createTypingUsers<PrivateConnection>(
    ({ identity: { userId, username, peer } }, isTyping) => {
      if (!peer) return;
      publish(typingRoom(peer.userId, userId), isTyping ? 'typing_start' : 'typing_stop', { username });
    },
  );
  return {
    start(connection: PrivateConnection): void {
      if (connectionsIn(silentRoom(connection.identity.userId)) === 0) typingUsers.start(connection);
    },
    stop: typingUsers.stop,
  };
}
