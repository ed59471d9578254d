import type { Verdict } from '../fan-out/judge.ts';
import type { ProbeRun } from '../history/history.types.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { createTimedGet, type TimedGet } from '../history/timed-get.ts';
import { interleave, type Ask, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';
import type { FeedHouse, FeedItem } from './feed.types.ts';
import { openFeedServer } from './open-feed-server.ts';
import { viewers } from './viewers.ts';

const FEW_POSTS = 2000;
const PAGE = 10;
/** Items before the thousandth page. */
const DEEP = 10_000;
/** How many times slower a page may be among a hundred times as many posts, and the thousandth page than the first. */
const GOAL = 1.5;
const WARM_UP_SECONDS = 1;

export type FeedOutcome = { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] };

type Client = { readonly get: TimedGet['get']; readonly what: string };
type Probe = { readonly what: string; readonly sizes: string; readonly few: Ask; readonly many: Ask };

const parse: (text: string) => readonly FeedItem[] = JSON.parse;

/** Measures on PostgreSQL whether the feed is as quick among many posts as among few, and far down as at the top. */
export async function runFeed(options: BenchOptions, serverUrl: string): Promise<FeedOutcome> {
  const small = await openFeedServer(serverUrl, FEW_POSTS);
  try {
    const large = await openFeedServer(serverUrl, options.posts);
    try {
      const runs = await measureHouses(small, large, options);
      return { runs, verdicts: judgeHistory(runs) };
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

async function measureHouses(small: FeedHouse, large: FeedHouse, options: BenchOptions): Promise<ProbeRun[]> {
  const timers: TimedGet[] = [];
  const clientOf = ({ port, tokens, posts }: FeedHouse, index: number, what: string): Client => {
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
  // The first round warms the program and the caches up and is not counted.
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

/** The first page in both servers; and in the large one the thousandth beside the first. */
async function probesOf(what: string, few: Client, many: Client, posts: number[]): Promise<Probe[]> {
  const position = await positionOf(many, DEEP);
  const sizes = `${posts.join(' and ')} posts`;
  const first = ask(many, '');
  return [
    { what: `${what}: page 1`, sizes, few: ask(few, ''), many: first },
    { what: `${what}: page 1000 by paging`, sizes, few: first, many: ask(many, `&after=${position}`) },
    { what: `${what}: page 1000 by skip`, sizes, few: first, many: ask(many, `&skip=${DEEP}`) },
  ];
}

function ask({ get, what }: Client, query: string): Ask {
  return async () => {
    const path = `/feed/?limit=${PAGE}${query}`;
    const { ms, status, body } = await get(path);
    if (status !== 200 || parse(body).length !== PAGE)
      throw new Error(`${what}: ${status} ${body} (${path})`);
    return ms;
  };
}

/** Pages through a feed; answers the position behind so many items. */
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
