import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Connection, RealtimeServer, RoomName } from '../../../platform/realtime/index.ts';
import { userChannel } from '../../live/index.ts';
import { lockPair, readBlock, type BlockChange } from '../../relations/index.ts';
import type { ProfilesOptions } from '../index.ts';
import { findPersonId } from '../profiles.repository.ts';
import { createJoinedRooms } from './joined-rooms.ts';

/** The connection of a shell, as far as rooms are concerned. */
export type Shell = Pick<
  Connection<{ readonly userId: number }, CreatorRoomEvents>,
  'identity' | 'isOpen' | 'join' | 'leave'
>;

/** Who hears of an event: everybody in somebody's room, or that person's own shells alone. */
export type Audience = 'room' | 'owner';

/** The rooms in which people hear what changes about a creator's profile and posts. */
export type CreatorRooms = {
  /** Publishes after the commit. */
  publish<E extends keyof CreatorRoomEvents>(
    tx: Tx,
    creatorId: number,
    event: E,
    payload: CreatorRoomEvents[E],
    audience?: Audience,
  ): void;
  /** For what is committed already, such as counts that are told once for many changes. */
  publishNow<E extends keyof CreatorRoomEvents>(
    creatorId: number,
    event: E,
    payload: CreatorRoomEvents[E],
    audience?: Audience,
  ): void;
  /**
   * A shell hears of somebody from now on; throws `user_not_found` for nobody and for who is blocked either way. In
   * `CREATOR_ROOMS_MAX` rooms at once; the one joined first is left for one more.
   */
  join(connection: Shell, creator: string): Promise<void>;
  leave(connection: Shell, creator: string): Promise<void>;
  /** A block takes the two out of each other's rooms, on every node; joining again is up to them. */
  blockChanged(change: Pick<BlockChange, 'blockerId' | 'blockedId' | 'areBlocked'>): void;
};

type Options = Pick<ProfilesOptions, 'database' | 'live'>;
type CreatorRoomServer = Omit<RealtimeServer<CreatorRoomEvents>, 'publishFlush' | 'disconnectRoom'>;

const profileRoom = (creatorId: number): RoomName => `profile:${creatorId}`;

/** Makes the rooms. */
export function createCreatorRooms({ database, live }: Options): CreatorRooms {
  const server: CreatorRoomServer = live.server;
  const joined = createJoinedRooms<Shell>((connection, creatorId) =>
    connection.leave(profileRoom(creatorId)),
  );
  const roomOf = (creatorId: number, audience: Audience) =>
    audience === 'owner' ? userChannel(creatorId) : profileRoom(creatorId);
  return {
    publish(tx, creatorId, event, payload, audience = 'room') {
      server.publishAfterCommit(tx, roomOf(creatorId, audience), event, payload);
    },
    publishNow(creatorId, event, payload, audience = 'room') {
      server.publish(roomOf(creatorId, audience), event, payload);
    },
    async join(connection, creator) {
      const { userId } = connection.identity;
      // Noted before anything is waited for, so that a `leave` that follows comes after it.
      const place = joined.begin(connection, creator);
      const creatorId = await findPersonId(database.db, creator);
      const isLetIn =
        creatorId !== undefined &&
        (await database.transaction(async (tx) => {
          // While the pair is locked no block begins: one that is there is seen, one that comes takes them out again.
          await lockPair(tx, userId, creatorId);
          if ((await readBlock(tx, userId, creatorId)).isBlocked) return false;
          if (connection.isOpen() && joined.settle(connection, place, creatorId))
            connection.join(profileRoom(creatorId));
          return true;
        }));
      if (isLetIn) return;
      joined.end(connection, creator, place);
      throw appError('user_not_found');
    },
    async leave(connection, creator) {
      joined.end(connection, creator);
    },
    blockChanged({ blockerId, blockedId, areBlocked }) {
      if (!areBlocked) return;
      server.removeFromRoom(`user:${blockerId}`, profileRoom(blockedId));
      server.removeFromRoom(`user:${blockedId}`, profileRoom(blockerId));
    },
  };
}
