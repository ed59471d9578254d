import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../fan-out/judge.ts';
import { RESULTS_FOLDER } from '../results.ts';

/** What a part's file says. */
export type PartResult = {
  readonly part: string;
  /** When it was measured. */
  readonly at: string;
  readonly verdicts: readonly Verdict[];
  /** What was asked for, such as rounds and seconds. */
  readonly options: Readonly<Record<string, unknown>>;
};

/**
 * The newest result of each part that has one, in the given order: measured in full, or else joined of the newest of each
 * piece (`--only`).
 */
export function newestResults(names: readonly string[]): PartResult[] {
  const files = readdirSync(RESULTS_FOLDER).filter((file) => file.endsWith('.json'));
  return names.flatMap((part) => {
    const own = files.filter((file) => new RegExp(`^${part}-\\d{4}-`).test(file)).toSorted();
    const results = own.map((file): PartResult => Object.assign(read(file), { part }));
    const whole = results.findLast(({ options }) => (options['only'] ?? '') === '');
    const newest = results.at(-1);
    if (whole || !newest) return whole ? [whole] : [];
    const pieces = new Map(results.map((result) => [result.options['only'], result]));
    const all = [...pieces.values()];
    const options = { ...newest.options, only: [...pieces.keys()].join(', ') };
    return [{ ...newest, options, verdicts: all.flatMap(({ verdicts }) => verdicts) }];
  });
}

function read(file: string): Omit<PartResult, 'part'> {
  return JSON.parse(readFileSync(join(RESULTS_FOLDER, file), 'utf8'));
}
