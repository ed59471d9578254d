import { startAdda } from '../contenders/adda.ts';
import { fillRoom } from './fill-room.ts';
import type { FilledRoom, HistoryServer } from './history.types.ts';

const SMALL = { messages: 1000, members: 100 };
/** The maximum number of members that an operator can configure. */
const LARGE_MEMBERS = 5000;

type Options = {
  /** Number of messages in the large room. */
  readonly messages: number;
  /** A PostgreSQL server on which a database is created and dropped; the embedded engine by default. */
  readonly serverUrl: string | undefined;
};

/** Starts the real program on a database with a small room, and one with a long history and many members. */
export async function openHistoryServer({ messages, serverUrl }: Options): Promise<HistoryServer> {
  const large = { messages, members: LARGE_MEMBERS };
  const sizes = [SMALL, large];
  const filled: FilledRoom[] = [];
  const adda = await startAdda({
    scenarios: sizes.map(({ members }) => ({ rooms: 1, membersPerRoom: members })),
    withInspector: false,
    serverUrl,
    addContent: async (database, scenarios) => {
      for (const [index, size] of sizes.entries())
        filled.push(await fillRoom(database, scenarios[index]?.[0]?.groupId ?? '', size));
      // Simulates a database in use: with statistics and a warm cache.
      await database.pool.query('VACUUM ANALYZE');
    },
  });
  const [smallRoom, largeRoom] = filled;
  // All members of the small room are in the large one too; the second of them has no special role in either.
  const reader = adda.scenarios[0]?.[0]?.members[1];
  if (!smallRoom || !largeRoom || !reader) throw new Error('the rooms were not made');
  return {
    name: adda.name,
    port: adda.port,
    token: reader.token,
    small: smallRoom,
    large: largeRoom,
    dispose: adda.dispose,
  };
}
