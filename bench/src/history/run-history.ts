import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';
import { describeHistory } from './describe-history.ts';
import type { Round } from '../measure/interleave.ts';
import type { HistoryServer, ProbeRun } from './history.types.ts';
import { judgeHistory } from './judge-history.ts';
import { measureProbe } from './measure-probe.ts';
import { openHistoryServer } from './open-history-server.ts';
import { probes } from './probes.ts';
import { createTimedGet } from './timed-get.ts';

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
