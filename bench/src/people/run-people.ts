import { startAdda } from '../contenders/adda.ts';
import { judgeHistory } from '../history/judge-history.ts';
import type { BenchOptions } from '../options.ts';
import {
  compareDatasets,
  sizeFault,
  type Dataset,
  type DatasetProbe,
  type DatasetResponse,
} from './compare-datasets.ts';
import { fillPeople } from './fill-people.ts';

const PAGE = 25;
const INBOX_PAGE = 30;
/** Maximum slowdown with a hundred times as many users. */
const GOAL = 1.5;

const list = (what: string, query: Record<string, string>, isNextPage = false): DatasetProbe => ({
  what: `directory: ${what}`,
  goal: GOAL,
  path: `/users/list?${new URLSearchParams(query).toString()}`,
  isNextPage,
  faultOf: isNextPage ? noFault : ({ users }) => (users && users.length > 0 ? undefined : 'nobody'),
});

const inbox = (what: string, query: string, isNextPage = false): DatasetProbe => ({
  what: `inbox: ${what}`,
  goal: GOAL,
  path: `/inbox${query}`,
  isNextPage,
  faultOf: ({ items }) => sizeFault(items, INBOX_PAGE),
});

/** A small dataset may have no second page of a rare filter. */
const noFault = (): undefined => undefined;

/** The requests of a user who searches users and messages. */
const probes: readonly DatasetProbe[] = [
  list('everybody', {}),
  list('everybody, the next page', {}, true),
  list('a sex', { sex: 'female' }),
  list('a country', { country: 'India' }),
  list('a rare country', { country: 'UK' }),
  list('a rare country, the next page', { country: 'UK' }, true),
  list('a state', { country: 'USA', state: 'Texas' }),
  list('ages 20 to 30', { age_min: '20', age_max: '30' }),
  list('ages 25 to 26', { age_min: '25', age_max: '26' }),
  list('from 65', { age_min: '65' }),
  list('a sex and a country', { sex: 'female', country: 'USA' }),
  list('a sex, a country, ages', { sex: 'female', country: 'UK', age_min: '20', age_max: '30' }),
  list('a sex, a state, ages', { sex: 'male', country: 'USA', state: 'Ohio', age_min: '20', age_max: '35' }),
  list('a name of 3 letters', { username: 'aar' }),
  list('a name of 6 letters', { username: 'aarav.' }),
  list('a name of 8 letters', { username: 'aarav.ah' }),
  list('a name and a sex', { username: 'aar', sex: 'female' }),
  {
    what: 'conversations: the first of 500',
    goal: GOAL,
    path: '/messages/conversations',
    faultOf: ({ conversations }) => sizeFault(conversations, PAGE),
  },
  {
    what: 'conversations: the next page',
    goal: GOAL,
    path: '/messages/conversations',
    isNextPage: true,
    faultOf: ({ conversations }) => sizeFault(conversations, PAGE),
  },
  inbox('the first of 550', ''),
  inbox('the next page', '', true),
  inbox('unread', '?filter=unread'),
  inbox('rooms', '?filter=rooms'),
  inbox('people', '?filter=people'),
  {
    what: 'unread: the list and the count',
    goal: GOAL,
    path: '/chat/unread',
    faultOf: ({ total = 0 }: DatasetResponse) => (total > 0 ? undefined : 'nothing'),
  },
];

/** Measures on PostgreSQL whether the latency of user lists and message lists is independent of the number of users. */
export async function runPeople(options: BenchOptions, serverUrl: string) {
  const runs = await compareDatasets(probes, options, (people) => openDataset(serverUrl, people));
  return { runs, verdicts: judgeHistory(runs) };
}

/** Starts the real program on a database with this many users. */
async function openDataset(serverUrl: string, people: number): Promise<Dataset> {
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
  // `fillPeople` gives its conversations to the user with the lowest id.
  const reader = adda.scenarios[0]?.[0]?.members[0];
  if (!reader) throw new Error('the dataset was not made');
  return { people, port: adda.port, token: reader.token, dispose: adda.dispose };
}
