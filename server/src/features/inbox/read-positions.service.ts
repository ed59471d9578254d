import { UNREAD_CAP, type ReadInput, type ReadPosition } from '@adda/contract/inbox';
import type { Database } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Direct } from '../direct/index.ts';
import { members } from '../messages/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { countBehind } from './inbox.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly rooms: Pick<Rooms, 'requireMember'>;
  readonly direct: Pick<Direct, 'requireChat' | 'readRoom' | 'readChat'>;
};

const NOTHING: ReadPosition = { unread_count: 0, mention_count: 0, up_to: 0 };

/** How far users have read their conversations (HM-02). */
export type ReadPositions = ReturnType<typeof createReadPositions>;

/** Creates the command. */
export function createReadPositions({ database, rooms, direct }: Deps) {
  return {
    /**
     * Moves the read position of a user forward, never back and never past the newest message; whispers and mentions up to it
     * are read. Throws the errors of the route.
     */
    async read(viewer: Actor, input: ReadInput): Promise<ReadPosition> {
      const { userId } = viewer;
      const place =
        input.group_id === undefined
          ? await direct.requireChat(viewer, input.recipient ?? '')
          : { ...(await rooms.requireMember(input.group_id, userId)), peerId: undefined };
      const { conversationId, peerId } = place;
      if (conversationId === undefined) return NOTHING;
      const upTo = await database.transaction(async (tx) => {
        const sequence = (await members.markRead(tx, conversationId, userId, input.up_to)) ?? 0;
        if (peerId === undefined) await direct.readRoom(tx, { userId, conversationId, sequence });
        else direct.readChat(tx, { userId, peerId, sequence });
        return sequence;
      });
      const { unreadCount, mentionCount } = await countBehind(database.db, userId, conversationId);
      return {
        unread_count: unreadCount,
        mention_count: Math.min(mentionCount, UNREAD_CAP),
        up_to: upTo,
      };
    },
  };
}
