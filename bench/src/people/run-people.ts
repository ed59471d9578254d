import type { Verdict } from '../fan-out/judge.ts';
import type { ProbeRun } from '../history/history.types.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { createTimedGet } from '../history/timed-get.ts';
import { interleave, type Ask, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';
import { startAdda } from '../contenders/adda.ts';
import { fillPeople } from './fill-people.ts';

/** A server with this many users, and the user who makes the requests. */
type Dataset = {
  readonly people: number;
  readonly port: number;
  readonly token: string;
  readonly dispose: () => Promise<void>;
};

/** One kind of client request. */
type PeopleProbe = {
  readonly what: string;
  /** Maximum median slowdown of the large dataset; 0 for no goal. */
  readonly goal: number;
  readonly path: string;
  /** Requests the second page, with the cursor of the first. */
  readonly isNextPage?: boolean;
  /** Returns a description of the fault in a response; undefined if it is as expected. */
  readonly faultOf: (response: PeopleResponse) => string | undefined;
};

/** The fields of a response that probes read. */
type PeopleResponse = {
  readonly users?: readonly unknown[];
  readonly conversations?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly items?: readonly unknown[];
  readonly next_cursor?: string | null;
  readonly total?: number;
  readonly next_last_id?: string | null;
};

const PAGE = 25;
const INBOX_PAGE = 30;
/** Maximum slowdown with a hundred times as many users. */
const GOAL = 1.5;

const list = (what: string, query: Record<string, string>, isNextPage = false): PeopleProbe => ({
  what: `directory: ${what}`,
  goal: GOAL,
  path: `/users/list?${new URLSearchParams(query).toString()}`,
  isNextPage,
  faultOf: isNextPage ? noFault : ({ users }) => (users && users.length > 0 ? undefined : 'nobody'),
});

const inbox = (what: string, query: string, isNextPage = false): PeopleProbe => ({
  what: `inbox: ${what}`,
  goal: GOAL,
  path: `/inbox${query}`,
  isNextPage,
  faultOf: ({ items }) => sizeFault(items, INBOX_PAGE),
});

/** A small dataset may have no second page of a rare filter. */
const noFault = (): undefined => undefined;

/** The requests of a user who searches users and messages. */
const probes: readonly PeopleProbe[] = [
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
    faultOf: ({ total = 0 }: PeopleResponse) => (total > 0 ? undefined : 'nothing'),
  },
];

function sizeFault(entries: readonly unknown[] | undefined, expected: number): string | undefined {
  return entries?.length === expected ? undefined : `${entries?.length} entries`;
}

const SMALL_DATASET = 10_000;
const WARM_UP_SECONDS = 1;

export type PeopleOutcome = { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] };

type Side = Dataset & { readonly get: ReturnType<typeof createTimedGet>['get'] };

const parse: (text: string) => PeopleResponse = JSON.parse;

/** Measures on PostgreSQL whether the latency of user lists and message lists is independent of the number of users. */
export async function runPeople(options: BenchOptions, serverUrl: string): Promise<PeopleOutcome> {
  const small = await openDataset(serverUrl, SMALL_DATASET);
  try {
    const large = await openDataset(serverUrl, options.people);
    try {
      const runs = await measureDatasets(small, large, options);
      return { runs, verdicts: judgeHistory(runs) };
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

async function measureDatasets(small: Dataset, large: Dataset, options: BenchOptions): Promise<ProbeRun[]> {
  const chosen = probes.filter(({ what }) => what.includes(options.only));
  const clients = [small, large].map(({ port, token }) => createTimedGet(port, token));
  const sides = [small, large].flatMap((dataset, index) => {
    const get = clients[index]?.get;
    return get ? [{ ...dataset, get }] : [];
  });
  const rounds = new Map<string, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const probe of chosen) {
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
      const [few, many] = await Promise.all(sides.map((side) => prepareRequest(probe, side)));
      if (!few || !many) continue;
      const measured = await interleave(few, many, seconds);
      if (round > 0) rounds.set(probe.what, [...(rounds.get(probe.what) ?? []), measured]);
    }
  }
  for (const { close } of clients) close();
  return chosen.map(({ what, goal }) => ({
    contender: 'postgres',
    probe: what,
    goal,
    sizes: `${small.people} and ${large.people} people`,
    rounds: rounds.get(what) ?? [],
  }));
}

/** Prepares the requests of a probe; for a second page, with the cursor of the first. */
async function prepareRequest(probe: PeopleProbe, { get, people }: Side): Promise<Ask> {
  const first = parse((await get(probe.path)).body);
  const cursor = first.next_cursor ? `cursor=${first.next_cursor}` : `last_id=${first.next_last_id ?? ''}`;
  const path = probe.isNextPage
    ? `${probe.path}${probe.path.includes('?') ? '&' : '?'}${cursor}`
    : probe.path;
  return async () => {
    const { ms, status, body } = await get(path);
    const fault = status === 200 ? probe.faultOf(parse(body)) : `status ${status} ${body}`;
    if (fault !== undefined) throw new Error(`${probe.what} of ${people} people: ${fault} (${path})`);
    return ms;
  };
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
