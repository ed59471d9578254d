import { createOwnDatabase } from '../../../server/src/test/own-database.fixture.ts';
import {
  FLOOD_GROWS_BYTES,
  FLOOD_SLOWER,
  measureFloods,
  type FloodRun,
} from '../../../server/src/test/security/floods.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { median } from '../measure/median.ts';
import type { BenchOptions } from '../options.ts';

const MB = 1024 * 1024;

type Contender = {
  readonly name: string;
  readonly nodes: number;
  readonly serverUrl?: string;
  readonly redisUrl?: string;
};

function contendersOf({ databaseUrl, redisUrl }: Pick<BenchOptions, 'databaseUrl' | 'redisUrl'>) {
  const contenders: Contender[] = [{ name: 'embedded', nodes: 1 }];
  if (databaseUrl === undefined) return contenders;
  contenders.push({ name: 'postgres', nodes: 1, serverUrl: databaseUrl, ...(redisUrl && { redisUrl }) });
  if (redisUrl) contenders.push({ name: 'two nodes', nodes: 2, serverUrl: databaseUrl, redisUrl });
  return contenders;
}

async function measure({ nodes, serverUrl, redisUrl }: Contender, seconds: number): Promise<FloodRun> {
  const database = serverUrl === undefined ? undefined : await createOwnDatabase(serverUrl);
  try {
    const env = { ...(database && { DATABASE_URL: database.url }), ...(redisUrl && { REDIS_URL: redisUrl }) };
    return await measureFloods({ env, seconds, nodes });
  } finally {
    await database?.drop();
  }
}

function judge(contender: string, runs: readonly FloodRun[]): Verdict[] {
  const kinds = runs[0]?.floods.map(({ kind }) => kind) ?? [];
  const figure = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what,
    contender,
    value,
    goal,
    unit,
    isReached: value <= goal,
  });
  const waits = kinds.map((kind, place) =>
    figure(
      `${kind}: p99 of normal people against quiet`,
      median(runs.map(({ floods, quietP99 }) => (floods[place]?.p99 ?? 0) / quietP99)),
      FLOOD_SLOWER,
      'x',
    ),
  );
  const grew = Math.max(...runs.map((run) => run.grew)) / MB;
  const wrong = runs.reduce((count, { findings }) => count + findings.length, 0);
  return [
    ...waits,
    figure('p99 without a flood', median(runs.map(({ quietP99 }) => quietP99)), 0, 'ms'),
    figure('memory held grows by at most', grew, FLOOD_GROWS_BYTES / MB, 'MB'),
    { ...figure('normal people refused or cut off', wrong, 0, ''), isZeroMeant: true },
  ];
}

/**
 * Measures the latency of normal users while ten hostile guests send as much as they can (SV-103,
 * docs/security-run.md).
 */
export async function runFlood(options: BenchOptions) {
  const { rounds, seconds, only } = options;
  const runs: Record<string, readonly FloodRun[]> = {};
  for (const contender of contendersOf(options).filter(({ name }) => name.includes(only))) {
    const done: FloodRun[] = [];
    for (let round = 0; round < rounds; round += 1) done.push(await measure(contender, seconds));
    runs[contender.name] = done;
  }
  return { runs, verdicts: Object.entries(runs).flatMap(([name, own]) => judge(name, own)) };
}
