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
  readonly server: Pick<LiveServer, 'publishFlush' | 'connectionsIn'>;
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

/** Creates the publisher of the unread counts of users (UN-10). */
export function createUnreadCounts(deps: Deps): Recounts<number> {
  const { database, server, logger } = deps;

  async function publish(userIds: readonly number[]): Promise<void> {
    const readers = await connectedOf(deps, userIds);
    if (readers.size === 0) return;
    const toRooms = new Map<RoomName, LiveEvent[]>();
    for (const [userId, counts] of await countUnread(database.db, [...readers]))
      toRooms.set(userRoom(userId), [{ event: 'unread_count', payload: unreadCountOf(counts) }]);
    server.publishFlush({ toRooms, toConnections: new Map() });
  }

  return createRecounts({ keyOf: (userId) => userId, publish, logger });
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
