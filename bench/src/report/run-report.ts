import type { BenchOptions } from '../options.ts';
import { describeMachine } from './machine.ts';
import { newestResults } from './results-by-part.ts';
import { writeReport } from './write-report.ts';

/** Writes docs/measurements.md from the newest result of each part. Returns a one-line summary. */
export async function runReport({ databaseUrl }: BenchOptions, names: readonly string[]) {
  const results = newestResults(names);
  const file = writeReport(await describeMachine(databaseUrl), results);
  const lacking = names.filter((name) => !results.some(({ part }) => part === name));
  return `${file}${lacking.length > 0 ? `\nNot measured: ${lacking.join(', ')}` : ''}`;
}
