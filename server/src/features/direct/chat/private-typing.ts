import { createTypists } from '../../messages/index.ts';
import { typingRoom } from '../direct.types.ts';
import type { PrivateConnection, PrivateServer } from '../direct.types.ts';

/** Tells the open chats of the other person who is typing; they hear nothing while the two are blocked. */
export function createPrivateTyping(publish: PrivateServer['publish']) {
  return createTypists<PrivateConnection>(({ identity: { userId, username, peer } }, isTyping) => {
    if (!peer) return;
    publish(typingRoom(peer.userId, userId), isTyping ? 'typing_start' : 'typing_stop', { username });
  });
}
