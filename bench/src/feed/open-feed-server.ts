import { startAdda } from '../contenders/adda.ts';
import type { FeedServer } from './feed.types.ts';
import { fillFeed } from './fill-feed.ts';
import { viewers } from './viewers.ts';

/** Starts the real program on a database with this many posts. */
export async function openFeedServer(serverUrl: string, posts: number): Promise<FeedServer> {
  const adda = await startAdda({
    scenarios: [{ rooms: 1, membersPerRoom: viewers.length }],
    withInspector: false,
    serverUrl,
    addContent: async (database, scenarios) => {
      const names = (scenarios[0]?.[0]?.members ?? []).map(({ username }) => username);
      await fillFeed(database, posts, names);
      // Simulates a database in use: with statistics and a warm cache.
      await database.pool.query('VACUUM ANALYZE');
    },
  });
  const tokens = (adda.scenarios[0]?.[0]?.members ?? []).map(({ token }) => token);
  return { posts, port: adda.port, tokens, dispose: adda.dispose };
}
