import { ACTIVITY_PAGE } from '@adda/contract/activity';
import { startAdda } from '../contenders/adda.ts';
import { judgeHistory } from '../history/judge-history.ts';
import type { BenchOptions } from '../options.ts';
import { compareDatasets, sizeFault, type Dataset, type DatasetProbe } from '../people/compare-datasets.ts';
import { fillActivity } from './fill-activity.ts';
import { LIKES, runLikes } from './run-likes.ts';

/** Maximum slowdown with a hundred times as many users (NT-04). */
const GOAL = 1.5;

const page = (what: string, query: string, isNextPage = false): DatasetProbe => ({
  what: `activity: ${what}`,
  goal: GOAL,
  path: `/activity${query}`,
  isNextPage,
  faultOf: ({ items }) => sizeFault(items, ACTIVITY_PAGE),
});

const probes: readonly DatasetProbe[] = [
  page('the first page', ''),
  page('the next page', '', true),
  page('unread', '?filter=unread'),
  page('likes', '?filter=like'),
];

/**
 * Measures what the activity costs (NT-04) on PostgreSQL: many likes of one post within a minute, and the list among 10,000 and
 * `--people` users.
 */
export async function runActivity(options: BenchOptions, serverUrl: string) {
  const likes = LIKES.includes(options.only) ? await runLikes(serverUrl) : { verdicts: [] };
  const isListed = probes.some(({ what }) => what.includes(options.only));
  const runs = isListed
    ? await compareDatasets(probes, options, (people) => openDataset(serverUrl, people))
    : [];
  return { runs, likes, verdicts: [...likes.verdicts, ...judgeHistory(runs)] };
}

async function openDataset(serverUrl: string, people: number): Promise<Dataset> {
  const adda = await startAdda({
    scenarios: [{ rooms: 1, membersPerRoom: 2 }],
    withInspector: false,
    serverUrl,
    addContent: async (database, [rooms]) => {
      await fillActivity(database, people, rooms?.[0]?.members[0]?.username ?? '');
      // Simulates a database in use: with statistics and a warm cache.
      await database.pool.query('VACUUM ANALYZE');
    },
  });
  const reader = adda.scenarios[0]?.[0]?.members[0];
  if (!reader) throw new Error('the dataset was not made');
  return { people, port: adda.port, token: reader.token, dispose: adda.dispose };
}
