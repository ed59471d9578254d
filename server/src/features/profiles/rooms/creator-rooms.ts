import type { CreatorRoomEvents } from '@adda/contract/profiles';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Connection, RealtimeServer, RoomName } from '../../../platform/realtime/index.ts';
import { userChannel } from '../../live/index.ts';
import { lockPair, readBlock, type BlockChange } from '../../relations/index.ts';
import type { ProfilesOptions } from '../profiles.types.ts';
import { findPersonId } from '../profiles.repository.ts';
import { createJoinedRooms } from './joined-rooms.ts';

/** The part of a shell connection that creator rooms use. */
export type Shell = Pick<
  Connection<{ readonly userId: number }, CreatorRoomEvents>,
  'identity' | 'isOpen' | 'join' | 'leave'
>;

/** Recipients of an event: all members of a creator's room, or only the creator's own shells. */
export type Audience = 'room' | 'owner';

/** Rooms that receive changes of a creator's profile and posts. */
export type CreatorRooms = {
  /** Publishes after the transaction commits. */
  publish<E extends keyof CreatorRoomEvents>(
    tx: Tx,
    creatorId: number,
    event: E,
    payload: CreatorRoomEvents[E],
    audience?: Audience,
  ): void;
  /** Publishes immediately, for data that is already committed, such as batched counts. */
  publishNow<E extends keyof CreatorRoomEvents>(
    creatorId: number,
    event: E,
    payload: CreatorRoomEvents[E],
    audience?: Audience,
  ): void;
  /**
   * Subscribes a shell to a creator. Throws `user_not_found` for an unknown user and for one blocked in either
   * direction. A connection is in at most `CREATOR_ROOMS_MAX` rooms; joining one more leaves the oldest.
   */
  join(connection: Shell, creator: string): Promise<void>;
  leave(connection: Shell, creator: string): Promise<void>;
  /**
   * Removes the two users from each other's rooms on every node. They have to join again after the block is
   * lifted.
   */
  blockChanged(change: Pick<BlockChange, 'blockerId' | 'blockedId' | 'areBlocked'>): void;
};

type Options = Pick<ProfilesOptions, 'database' | 'live'>;
type CreatorRoomServer = Omit<RealtimeServer<CreatorRoomEvents>, 'publishFlush' | 'disconnectRoom'>;

const profileRoom = (creatorId: number): RoomName => `profile:${creatorId}`;

/** Creates the rooms. */
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
      // Recorded before the first await, so that a later `leave` cancels it.
      const place = joined.begin(connection, creator);
      const creatorId = await findPersonId(database.db, creator);
      const mayJoin =
        creatorId !== undefined &&
        (await database.transaction(async (tx) => {
          // While the pair is locked no block can begin: an existing one is found here, a later one removes the members
          // again.
          await lockPair(tx, userId, creatorId);
          if ((await readBlock(tx, userId, creatorId)).isBlocked) return false;
          if (connection.isOpen() && joined.settle(connection, place, creatorId))
            connection.join(profileRoom(creatorId));
          return true;
        }));
      if (mayJoin) return;
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
