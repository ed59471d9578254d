import type { GroupConnection, GroupServer } from '../rooms.types.ts';
import { groupRoom } from '../rooms.types.ts';

/** Starts of typing that one connection may tell in a second; a keyboard makes one in two seconds (GC-52). */
const STARTS_PER_SECOND = 5;

type Typist = { isTyping: boolean; secondStartedAt: number; starts: number };

/** Tells a room who is typing (RT-02, RT-13). Hints only: too many are passed over. */
export function createTyping(publish: GroupServer['publish']) {
  const typists = new WeakMap<GroupConnection, Typist>();

  function tell({ identity }: GroupConnection, event: 'typing_start' | 'typing_stop'): void {
    publish(groupRoom(identity.groupId), event, { group_id: identity.groupId, username: identity.username });
  }

  function stop(connection: GroupConnection): void {
    const typist = typists.get(connection);
    if (!typist?.isTyping) return;
    typist.isTyping = false;
    tell(connection, 'typing_stop');
  }

  return {
    start(connection: GroupConnection, groupId: string): void {
      if (groupId !== connection.identity.groupId) return;
      const now = Date.now();
      const typist = typists.get(connection) ?? { isTyping: false, secondStartedAt: now, starts: 0 };
      if (now - typist.secondStartedAt >= 1000) Object.assign(typist, { secondStartedAt: now, starts: 0 });
      typist.starts += 1;
      typists.set(connection, typist);
      if (typist.starts > STARTS_PER_SECOND) return;
      typist.isTyping = true;
      tell(connection, 'typing_start');
    },
    /** Also to be called when a connection closes, so that nobody is seen typing for ever (GC-53). */
    stop,
  };
}
