import { type CreatorRoomEvents, CREATOR_ROOMS_MAX } from '@adda/contract/profiles';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Connection, RealtimeServer, RoomName } from '../../platform/realtime/index.ts';
import { userChannel } from '../live/index.ts';
import { lockPair, readBlock, type BlockChange } from '../relations/index.ts';
import type { ProfilesOptions } from './profiles.types.ts';
import { findPersonId } from './profiles.repository.ts';

/** The part of a shell connection that creator rooms use. */
type Shell = Pick<
  Connection<{ readonly userId: number }, CreatorRoomEvents>,
  'identity' | 'isOpen' | 'join' | 'leave'
>;

/** Recipients of an event: all members of a creator's room, or only the creator's own shells. */
type Audience = 'room' | 'owner';

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
   * Subscribes a shell to a creator. Throws `user_not_found` for an unknown user, for one blocked in either direction and for
   * one who is hidden from the caller. A connection is in at most `CREATOR_ROOMS_MAX` rooms; joining one more leaves the oldest.
   */
  join(connection: Shell, creator: string): Promise<void>;
  leave(connection: Shell, creator: string): Promise<void>;
  /**
   * Removes the two users from each other's rooms on every node. They have to join again after the block is
   * lifted.
   */
  blockChanged(change: Pick<BlockChange, 'blockerId' | 'blockedId' | 'areBlocked'>): void;
  /** Removes everybody from the room of a user who is hidden now, on every node; who may see them can join again (MR-05). */
  creatorHidden(creatorId: number): void;
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
      const creatorId = await findPersonId(database.db, userId, creator);
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
    creatorHidden(creatorId) {
      server.removeFromRoom(profileRoom(creatorId), profileRoom(creatorId));
    },
  };
}

/** One requested join; `creatorId` is set once the join is complete. */
type Place = { creatorId: number | undefined };

/**
 * Tracks which creators each connection has joined, by the names that it used, oldest first. Calls `leaveRoom` for a
 * creator when the last name for them is left.
 */
export function createJoinedRooms<C extends object>(leaveRoom: (connection: C, creatorId: number) => void) {
  const byConnection = new WeakMap<C, Map<string, Place>>();

  const placesOf = (connection: C): Map<string, Place> => {
    const known = byConnection.get(connection) ?? new Map<string, Place>();
    byConnection.set(connection, known);
    return known;
  };

  function end(connection: C, creator: string, only?: Place): void {
    const places = placesOf(connection);
    const place = places.get(creator);
    if (!place || (only && place !== only)) return;
    places.delete(creator);
    const { creatorId } = place;
    if (creatorId === undefined || places.values().some((other) => other.creatorId === creatorId)) return;
    leaveRoom(connection, creatorId);
  }

  return {
    /** Records a requested join; repeating it makes it the newest. */
    begin(connection: C, creator: string): Place {
      const places = placesOf(connection);
      const place = { creatorId: places.get(creator)?.creatorId };
      places.delete(creator);
      places.set(creator, place);
      return place;
    },
    /**
     * Completes a join, leaving the oldest room if the maximum is reached. Returns false if the join was cancelled in
     * the meantime.
     */
    settle(connection: C, place: Place, creatorId: number): boolean {
      const places = placesOf(connection);
      if (!places.values().some((known) => known === place)) return false;
      place.creatorId = creatorId;
      const granted = [...places].filter(([, known]) => known.creatorId !== undefined);
      const [oldest] = granted;
      if (granted.length > CREATOR_ROOMS_MAX && oldest) end(connection, oldest[0]);
      return true;
    },
    /** Cancels a join; with `only`, unless a newer join has replaced it. */
    end,
  };
}
