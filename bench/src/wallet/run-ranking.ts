import { startAdda } from '../contenders/adda.ts';
import type { Verdict } from '../fan-out/judge.ts';
import type { ProbeRun } from '../history/history.types.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { createTimedGet } from '../history/timed-get.ts';
import { interleave, type Ask, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';
import { refreshMarks } from '../../../server/src/features/wallet/leaderboard/leaderboard.service.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';

/**
 * Number of balance changes (“moves”) that the precomputed ranks (“marks”) do not contain yet, close to `MOVES_MAX` of
 * the leaderboard: the slowest regular case.
 */
const MOVES = 900;

/** Half of the users have no coins, many have a few, some have many. */
const INSERT_PEOPLE = `
  WITH person AS (
    INSERT INTO users (username, display_name, is_guest, email, password_hash, birth_date, sex, country, state)
    SELECT left(md5('person ' || n), 14), 'One of many', false, n || '@mail.example', '-', '1990-01-01', 'female',
      'India', 'Kerala'
    FROM generate_series(1, $1::integer) AS n RETURNING id, username
  ), rich AS (
    SELECT id, username, (CASE WHEN random() < 0.5 THEN 0 WHEN random() < 0.5 THEN floor(random() * 50) * 100
      ELSE floor(power(random(), 4) * 100000) * 100 END)::bigint AS coins FROM person
  )
  INSERT INTO wallets (user_id, balance, given, ranked_name) SELECT id, coins, coins, username FROM rich`;

const MOVE = `
  UPDATE wallets SET balance = balance + 100, given = given + 100
  WHERE user_id IN (SELECT user_id FROM wallets WHERE ranked_name IS NOT NULL ORDER BY random() LIMIT $1)`;

/** Inserts users with a place on the leaderboard; existing users get one in its middle. */
async function fillWallets(database: Database, people: number): Promise<void> {
  const { pool } = database;
  // Wallets are inserted with their coins, so the trigger need not run for each of a million rows.
  await pool.query('ALTER TABLE users DISABLE TRIGGER users_ranked');
  await pool.query(INSERT_PEOPLE, [people]);
  await pool.query('ALTER TABLE users ENABLE TRIGGER users_ranked');
  await pool.query(
    `UPDATE users SET is_guest = false, email = username || '@mail.example', password_hash = '-' WHERE is_guest`,
  );
  await pool.query(`UPDATE wallets SET balance = 1000, given = 1000 WHERE ranked_name LIKE 'user%'`);
  await database.transaction((tx) => refreshMarks(tx));
  // Simulates a database in use: with statistics and a warm cache.
  await pool.query('VACUUM ANALYZE');
  await pool.query(MOVE, [MOVES]);
}

const FEW_PEOPLE = 10_000;
const PAGE = 10;
/** Maximum slowdown with a hundred times as many users. */
const GOAL = 1.5;
const WARM_UP_SECONDS = 1;

/** The requested pages by their place on the leaderboard, each with the caller's own place. */
const PROBES = [
  { what: 'leaderboard: page 1 and own place', part: 0 },
  { what: 'leaderboard: a page in the middle', part: 0.5 },
  { what: 'leaderboard: the last full page', part: 1 },
] as const;

type Probe = (typeof PROBES)[number];
type Ranking = {
  readonly people: number;
  readonly get: ReturnType<typeof createTimedGet>['get'];
  readonly dispose: () => Promise<void>;
};
type LeaderboardResponse = {
  readonly leaderboard: readonly unknown[];
  readonly current_user_position: number | null;
  readonly total_users: number;
};

export type RankingOutcome = { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] };

const parse: (text: string) => LeaderboardResponse = JSON.parse;

/** Measures whether the latency of the leaderboard is independent of the number of users. */
export async function runRanking(options: BenchOptions, serverUrl: string): Promise<RankingOutcome> {
  const probes = PROBES.filter(({ what }) => what.includes(options.only));
  if (probes.length === 0) return { runs: [], verdicts: [] };
  const small = await openRanking(serverUrl, FEW_PEOPLE);
  try {
    const large = await openRanking(serverUrl, options.people);
    try {
      const runs = await measureRankings(probes, { small, large }, options);
      return { runs, verdicts: judgeHistory(runs) };
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

/**
 * Starts the real program on a database with this many users; a user in the middle of the leaderboard makes the
 * requests.
 */
async function openRanking(serverUrl: string, people: number): Promise<Ranking> {
  const adda = await startAdda({
    scenarios: [{ rooms: 1, membersPerRoom: 2 }],
    withInspector: false,
    serverUrl,
    addContent: (database) => fillWallets(database, people),
  });
  const timer = createTimedGet(adda.port, adda.scenarios[0]?.[0]?.members[0]?.token ?? '');
  return {
    people,
    get: timer.get,
    dispose: async () => {
      timer.close();
      await adda.dispose();
    },
  };
}

async function measureRankings(
  probes: readonly Probe[],
  { small, large }: { small: Ranking; large: Ranking },
  options: BenchOptions,
): Promise<ProbeRun[]> {
  const rounds = new Map<Probe, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
    for (const probe of probes) {
      const measured = await interleave(prepareRequest(probe, small), prepareRequest(probe, large), seconds);
      if (round > 0) rounds.set(probe, [...(rounds.get(probe) ?? []), measured]);
    }
  }
  return probes.map((probe) => ({
    contender: 'postgres',
    probe: probe.what,
    goal: GOAL,
    sizes: `${small.people} and ${large.people} people`,
    rounds: rounds.get(probe) ?? [],
  }));
}

function prepareRequest({ what, part }: Probe, { get, people }: Ranking): Ask {
  const page = Math.max(1, Math.floor((people * part) / PAGE));
  const path = `/wallet/leaderboard?page=${page}&page_size=${PAGE}`;
  return async () => {
    const { ms, status, body } = await get(path);
    const isExpected = (response: LeaderboardResponse) =>
      response.leaderboard.length === PAGE &&
      response.current_user_position !== null &&
      response.total_users >= people;
    if (status !== 200 || !isExpected(parse(body)))
      throw new Error(`${what} of ${people} people: ${status} ${body} (${path})`);
    return ms;
  };
}
