import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import { createRecounts, type Recounts } from './recounts.service.ts';
import {
  countMentions,
  countUnread,
  listOnline,
  unreadCountOf,
  type MentionedIn,
} from './unread.repository.ts';

type Deps = {
  readonly database: Database;
  readonly server: Pick<LiveServer, 'publishFlush' | 'publishHere' | 'connectionsIn'>;
  readonly logger: Logger;
};

const userRoom = (userId: number): RoomName => `user:${userId}`;

/** Returns the users who are connected to this or another node; others need no counts. */
async function connectedOf(
  { database, server }: Pick<Deps, 'database' | 'server'>,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const here = new Set(userIds.filter((userId) => server.connectionsIn(userRoom(userId)) > 0));
  const others = userIds.filter((userId) => !here.has(userId));
  return others.length === 0 ? here : here.union(new Set(await listOnline(database.db, others)));
}

/** A reader whose messages are counted: for their connections on every node, or for those on this node. */
type CountedFor = { readonly userId: number; readonly isForHere: boolean };

/** Counts of unread messages. */
export type UnreadCounts = Recounts<number> & {
  /**
   * Recounts for these users for their connections on this node: each node that is told of a message does so for its own (CL-02).
   */
  readonly changedHere: (userIds: readonly number[]) => void;
};

/** Creates the publisher of the unread counts of users (UN-10). */
export function createUnreadCounts(deps: Deps): UnreadCounts {
  const { database, server, logger } = deps;

  async function publish(subjects: readonly CountedFor[]): Promise<void> {
    const everywhere = subjects.filter(({ isForHere }) => !isForHere).map(({ userId }) => userId);
    const here = new Set(subjects.filter(({ isForHere }) => isForHere).map(({ userId }) => userId));
    const connected = await connectedOf(deps, everywhere);
    const readers = connected.union(here);
    if (readers.size === 0) return;
    const toRooms = new Map<RoomName, LiveEvent[]>();
    for (const [userId, counts] of await countUnread(database.db, [...readers])) {
      const payload = unreadCountOf(counts);
      if (connected.has(userId)) toRooms.set(userRoom(userId), [{ event: 'unread_count', payload }]);
      else server.publishHere(userRoom(userId), 'unread_count', payload);
    }
    if (toRooms.size > 0) server.publishFlush({ toRooms, toConnections: new Map() });
  }

  // One loop for both: a later count must not be published before an earlier one.
  const { changed, settled } = createRecounts<CountedFor>({
    keyOf: ({ userId, isForHere }) => `${userId} ${isForHere}`,
    publish,
    logger,
  });
  return {
    changed: (userIds) => changed(Array.from(userIds, (userId) => ({ userId, isForHere: false }))),
    changedHere: (userIds) => {
      const here = userIds.filter((userId) => server.connectionsIn(userRoom(userId)) > 0);
      changed(here.map((userId) => ({ userId, isForHere: true })));
    },
    settled,
  };
}

/** Creates the publisher of the unread mentions of users in their rooms (MN-03). */
export function createMentionCounts(deps: Deps): Recounts<MentionedIn> {
  const { database, server, logger } = deps;

  async function publish(places: readonly MentionedIn[]): Promise<void> {
    const readers = await connectedOf(deps, [...new Set(places.map(({ userId }) => userId))]);
    const heard = places.filter(({ userId }) => readers.has(userId));
    if (heard.length === 0) return;
    const toRooms = new Map<RoomName, LiveEvent[]>();
    for (const { userId, ...payload } of await countMentions(database.db, heard)) {
      const event = { event: 'mentions_changed', payload } as const;
      toRooms.set(userRoom(userId), [...(toRooms.get(userRoom(userId)) ?? []), event]);
    }
    server.publishFlush({ toRooms, toConnections: new Map() });
  }

  const keyOf = ({ userId, conversationId }: MentionedIn) => `${userId} ${conversationId}`;
  return createRecounts({ keyOf, publish, logger });
}
