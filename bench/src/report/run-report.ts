import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { newestResults, type PartResult } from './results-by-part.ts';
import { formerResults, writeReport } from './write-report.ts';

/**
 * Writes docs/measurements.md from the newest result of each part; what was not measured here stays as it is there. Returns a one-line
 * summary.
 */
export async function runReport({ databaseUrl }: BenchOptions, names: readonly string[]) {
  const machine = await describeMachine(databaseUrl);
  const newest = newestResults(names).map((result) => Object.assign(result, { machine: machine[0] }));
  const results = withFormer(names, newest, formerResults());
  const missing = names.filter((name) => !results.some(({ part }) => part === name));
  const file = writeReport(machine, results, missing);
  return `${file}${missing.length > 0 ? `\nNot measured: ${missing.join(', ')}` : ''}`;
}

/** Returns the newer of both results of each part, in the order of the names. */
export function withFormer(
  names: readonly string[],
  results: readonly PartResult[],
  former: readonly PartResult[],
): PartResult[] {
  return names.flatMap((name) => {
    const [newest] = [...results, ...former]
      .filter(({ part }) => part === name)
      .toSorted((one, other) => other.at.localeCompare(one.at));
    return newest ?? [];
  });
}

/** Describes the machine of the measurements, without host names and paths. */
async function describeMachine(databaseUrl: string | undefined): Promise<readonly string[]> {
  const [processor] = cpus();
  return [
    `${cpus().length} × ${processor?.model.trim() ?? 'unknown processor'} (${secondsOfSums()} s), ${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
    `Node ${process.versions.node} on ${process.platform}`,
    ...(databaseUrl === undefined ? [] : [`PostgreSQL ${await postgresVersion(databaseUrl)}`]),
    ...redisVersion(),
  ];
}

/** Virtual processors of the same name differ: returns the seconds in which one adds a billion numbers. */
function secondsOfSums(): string {
  const begun = performance.now();
  let sum = 0;
  for (let number = 0; number < 1_000_000_000; number += 1) sum += number;
  // The sum is used, so that the loop is not left out.
  return ((performance.now() - begun) / (sum > 0 ? 1000 : 1)).toFixed(1);
}

async function postgresVersion(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version.split(' ')[0] ?? 'of unknown version';
  } finally {
    await client.end();
  }
}

function redisVersion(): string[] {
  try {
    const version = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1];
    return version === undefined ? [] : [`Redis ${version}`];
  } catch {
    return []; // not on this machine
  }
}
