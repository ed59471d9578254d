import type { Verdict } from '../fan-out/judge.ts';
import type { ProbeRun } from '../history/history.types.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { createTimedGet, type TimedGet } from '../history/timed-get.ts';
import { interleave, type Ask, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';
import { startAdda } from '../contenders/adda.ts';
import type { FeedServer, FeedItem } from './feed.types.ts';
import { viewers } from './viewers.ts';
import { fillFeed } from './fill-feed.ts';

const FEW_POSTS = 2000;
const PAGE = 10;
/** Items before the thousandth page. */
const DEEP_SKIP = 10_000;
/** Maximum slowdown of a page with a hundred times as many posts, and of the thousandth page relative to the first. */
const GOAL = 1.5;
const WARM_UP_SECONDS = 1;

export type FeedOutcome = { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] };

type Client = { readonly get: TimedGet['get']; readonly what: string };
type Probe = { readonly what: string; readonly sizes: string; readonly few: Ask; readonly many: Ask };

const parse: (text: string) => readonly FeedItem[] = JSON.parse;

/** Measures on PostgreSQL whether the latency of the feed is independent of the number of posts and of the page. */
export async function runFeed(options: BenchOptions, serverUrl: string): Promise<FeedOutcome> {
  const small = await openFeedServer(serverUrl, FEW_POSTS);
  try {
    const large = await openFeedServer(serverUrl, options.posts);
    try {
      const runs = await measureServers(small, large, options);
      return { runs, verdicts: judgeHistory(runs) };
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

async function measureServers(
  small: FeedServer,
  large: FeedServer,
  options: BenchOptions,
): Promise<ProbeRun[]> {
  const timers: TimedGet[] = [];
  const clientOf = ({ port, tokens, posts }: FeedServer, index: number, what: string): Client => {
    const timer = createTimedGet(port, tokens[index] ?? '');
    timers.push(timer);
    return { get: timer.get, what: `${what}, ${posts} posts` };
  };
  const probes: Probe[] = [];
  for (const [index, { what }] of viewers.entries()) {
    const [few, many] = [clientOf(small, index, what), clientOf(large, index, what)];
    if (what.includes(options.only))
      probes.push(...(await probesOf(what, few, many, [small.posts, large.posts])));
  }
  const rounds = new Map<Probe, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
    for (const probe of probes) {
      const measured = await interleave(probe.few, probe.many, seconds);
      if (round > 0) rounds.set(probe, [...(rounds.get(probe) ?? []), measured]);
    }
  }
  for (const { close } of timers) close();
  return probes.map((probe) => ({
    contender: 'postgres',
    probe: probe.what,
    goal: GOAL,
    sizes: probe.sizes,
    rounds: rounds.get(probe) ?? [],
  }));
}

/** Compares the first page in both servers, and in the large one the thousandth page with the first. */
async function probesOf(what: string, few: Client, many: Client, posts: number[]): Promise<Probe[]> {
  const position = await positionOf(many, DEEP_SKIP);
  const sizes = `${posts.join(' and ')} posts`;
  const first = requestOf(many, '');
  return [
    { what: `${what}: page 1`, sizes, few: requestOf(few, ''), many: first },
    { what: `${what}: page 1000 by paging`, sizes, few: first, many: requestOf(many, `&after=${position}`) },
    { what: `${what}: page 1000 by skip`, sizes, few: first, many: requestOf(many, `&skip=${DEEP_SKIP}`) },
  ];
}

function requestOf({ get, what }: Client, query: string): Ask {
  return async () => {
    const path = `/feed/?limit=${PAGE}${query}`;
    const { ms, status, body } = await get(path);
    if (status !== 200 || parse(body).length !== PAGE)
      throw new Error(`${what}: ${status} ${body} (${path})`);
    return ms;
  };
}

/** Pages through a feed. Returns the position after this many items. */
async function positionOf({ get, what }: Client, items: number): Promise<string> {
  let position = '';
  for (let count = 0; count < items;) {
    const limit = Math.min(50, items - count);
    const { body } = await get(`/feed/?limit=${limit}${position && `&after=${position}`}`);
    const page = parse(body);
    if (page.length !== limit) throw new Error(`${what} ends after ${count + page.length} items`);
    position = page.at(-1)?.position ?? '';
    count += limit;
  }
  return position;
}

/** Starts the real program on a database with this many posts. */
async function openFeedServer(serverUrl: string, posts: number): Promise<FeedServer> {
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
