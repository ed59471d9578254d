import { createTypingUsers } from '../../messages/index.ts';
import type { GroupConnection, GroupServer } from '../rooms.types.ts';
import { groupRoom, hidesRoom } from '../rooms.types.ts';

/** Sends typing hints to a room, except to users with a block (RT-02, RT-13). */
export function createTyping(publish: GroupServer['publish']) {
  const typingUsers = createTypingUsers<GroupConnection>(
    ({ identity: { groupId, userId, username } }, isTyping) => {
      const event = isTyping ? 'typing_start' : 'typing_stop';
      publish(groupRoom(groupId), event, { group_id: groupId, username }, [hidesRoom(userId)]);
    },
  );
  return {
    start(connection: GroupConnection, groupId: string): void {
      if (groupId === connection.identity.groupId) typingUsers.start(connection);
    },
    stop: typingUsers.stop,
  };
}
