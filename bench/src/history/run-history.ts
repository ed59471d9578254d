import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';
import { interleave, type Round } from '../measure/interleave.ts';
import { startAdda } from '../contenders/adda.ts';
import { describeHistory } from './describe-history.ts';
import type { HistoryServer, ProbeRun, FilledRoom, Probe, ProbeResponse } from './history.types.ts';
import { judgeHistory } from './judge-history.ts';
import { probes } from './probes.ts';
import { createTimedGet, type TimedGet } from './timed-get.ts';
import { fillRoom } from './fill-room.ts';

const WARM_UP_SECONDS = 1;

export type HistoryOutcome = { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] };

/** Measures whether the latency of a room is independent of the length of its history, one server after the other. */
export async function runHistory(options: BenchOptions): Promise<HistoryOutcome> {
  const { databaseUrl, messages } = options;
  const runs: ProbeRun[] = [];
  for (const serverUrl of databaseUrl === undefined ? [undefined] : [undefined, databaseUrl]) {
    const server = await openHistoryServer({ messages, serverUrl });
    try {
      const own = await measureServer(server, options);
      console.log(`${describeHistory(own)}\n`);
      runs.push(...own);
    } finally {
      await server.dispose();
    }
  }
  return { runs, verdicts: judgeHistory(runs) };
}

async function measureServer(server: HistoryServer, options: BenchOptions): Promise<ProbeRun[]> {
  const chosen = probes.filter(({ what }) => what.includes(options.only));
  const client = createTimedGet(server.port, server.token);
  const rounds = new Map<string, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const probe of chosen) {
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
      const measured = await measureProbe(probe, server, client, seconds);
      if (round > 0) rounds.set(probe.what, [...(rounds.get(probe.what) ?? []), measured]);
    }
  }
  client.close();
  return chosen.map(({ what, goal }) => ({
    contender: server.name,
    probe: what,
    goal,
    sizes: `${server.small.messages} and ${server.large.messages} messages`,
    rounds: rounds.get(what) ?? [],
  }));
}

const parse: (text: string) => ProbeResponse = JSON.parse;

/** Requests the small and the large room, or two things of the large room, alternately. Throws if a response is not as the probe expects. */
async function measureProbe(
  probe: Probe,
  { small, large }: Pick<HistoryServer, 'small' | 'large'>,
  { get }: Pick<TimedGet, 'get'>,
  seconds: number,
): Promise<Round> {
  const ask = async (
    room: FilledRoom,
    { pathFor, faultOf }: Pick<Probe, 'pathFor' | 'faultOf'> = probe,
  ): Promise<number> => {
    const path = pathFor(room);
    const { ms, status, body } = await get(path);
    const fault = status === 200 ? faultOf(parse(body), room) : `status ${status} ${body}`;
    if (fault !== undefined)
      throw new Error(`${probe.what} of ${room.messages} messages: ${fault} (${path})`);
    return ms;
  };
  return interleave(
    () => (probe.against ? ask(large, probe.against) : ask(small)),
    () => ask(large),
    seconds,
  );
}

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
async function openHistoryServer({ messages, serverUrl }: Options): Promise<HistoryServer> {
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
