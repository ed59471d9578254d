import { createTypingUsers } from '../../messages/index.ts';
import { silentRoom, typingRoom } from '../direct.types.ts';
import type { LiveConnection, LiveServer } from '../../live/index.ts';

/**
 * Tells the open chats of the other person who is typing; they hear nothing while the two are blocked, nor that somebody
 * begins who takes no messages.
 */
export function createPrivateTyping({
  publish,
  connectionsIn,
}: Pick<LiveServer, 'publish' | 'connectionsIn'>) {
  const typingUsers = createTypingUsers<LiveConnection>(
    ({ identity: { userId, username, chat } }, isTyping) => {
      if (!chat) return;
      publish(typingRoom(chat.peer.userId, userId), isTyping ? 'typing_start' : 'typing_stop', { username });
    },
  );
  return {
    start(connection: LiveConnection): void {
      if (connectionsIn(silentRoom(connection.identity.userId)) === 0) typingUsers.start(connection);
    },
    stop: typingUsers.stop,
  };
}
