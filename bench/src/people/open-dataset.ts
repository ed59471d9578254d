import { startAdda } from '../contenders/adda.ts';
import { fillPeople } from './fill-people.ts';
import type { Dataset } from './people.types.ts';

/** Starts the real program on a database with this many users. */
export async function openDataset(serverUrl: string, people: number): Promise<Dataset> {
  const adda = await startAdda({
    scenarios: [{ rooms: 1, membersPerRoom: 2 }],
    withInspector: false,
    serverUrl,
    addContent: async (database) => {
      await fillPeople(database, people);
      // Simulates a database in use: with statistics and a warm cache.
      await database.pool.query('VACUUM ANALYZE');
    },
  });
  // The reader of the fill is the user with the lowest id.
  const reader = adda.scenarios[0]?.[0]?.members[0];
  if (!reader) throw new Error('the dataset was not made');
  return { people, port: adda.port, token: reader.token, dispose: adda.dispose };
}
