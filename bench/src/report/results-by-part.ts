import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../fan-out/judge.ts';
import { RESULTS_FOLDER } from '../results.ts';

/** Content of a part's result file. */
export type PartResult = {
  readonly part: string;
  /** Time of the measurement. */
  readonly at: string;
  readonly verdicts: readonly Verdict[];
  /** The processor and memory of the machine. */
  readonly machine?: string | undefined;
  /** The options of the run, for example rounds and seconds. */
  readonly options: Readonly<Record<string, unknown>>;
};

/**
 * Returns the newest result of each part that has one, in the given order: a full run, or else the newest results of
 * its pieces (`--only`) combined.
 */
export function newestResults(names: readonly string[]): PartResult[] {
  const files = readdirSync(RESULTS_FOLDER).filter((file) => file.endsWith('.json'));
  return names.flatMap((part) => {
    const ownFiles = files.filter((file) => new RegExp(`^${part}-\\d{4}-`).test(file)).toSorted();
    const results = ownFiles.map((file): PartResult => Object.assign(read(file), { part }));
    const fullRun = results.findLast(({ options }) => (options['only'] ?? '') === '');
    const newest = results.at(-1);
    if (fullRun || !newest) return fullRun ? [fullRun] : [];
    const pieces = new Map(results.map((result) => [result.options['only'], result]));
    const latest = [...pieces.values()];
    const options = { ...newest.options, only: [...pieces.keys()].join(', ') };
    return [{ ...newest, options, verdicts: latest.flatMap(({ verdicts }) => verdicts) }];
  });
}

function read(file: string): Omit<PartResult, 'part'> {
  return JSON.parse(readFileSync(join(RESULTS_FOLDER, file), 'utf8'));
}
