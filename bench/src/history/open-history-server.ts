import { startAdda } from '../contenders/adda.ts';
import { fillRoom } from './fill-room.ts';
import type { FilledRoom, HistoryServer } from './history.types.ts';

const SMALL = { messages: 1000, members: 100 };
/** The most that a room may have when an operator sets it so. */
const LARGE_MEMBERS = 5000;

type Options = {
  /** Messages of the large room. */
  readonly messages: number;
  /** A PostgreSQL server where a database is made and dropped; the embedded engine unless told. */
  readonly serverUrl: string | undefined;
};

/** Starts the real program on a database with a small room and one with a long history and many members. */
export async function openHistoryServer({ messages, serverUrl }: Options): Promise<HistoryServer> {
  const large = { messages, members: LARGE_MEMBERS };
  const sizes = [SMALL, large];
  const filled: FilledRoom[] = [];
  const adda = await startAdda({
    scenarios: sizes.map(({ members }) => ({ rooms: 1, membersPerRoom: members })),
    withInspector: false,
    serverUrl,
    furnish: async (database, scenarios) => {
      for (const [index, size] of sizes.entries())
        filled.push(await fillRoom(database, scenarios[index]?.[0]?.groupId ?? '', size));
      // As a database that has run for a while: its statistics are known and its pages were visited.
      await database.pool.query('VACUUM ANALYZE');
    },
  });
  const [smallRoom, largeRoom] = filled;
  // Everybody in the small room is in the large one too; the second of them is nobody special in either.
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
