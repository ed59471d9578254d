import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './fan-out/judge.ts';

/** Folder of the result files; not in the repository. */
export const RESULTS_FOLDER = join(import.meta.dirname, '../results');

/** Returns each figure with its goal, and whether it is reached. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .map((verdict) => {
      const { what, contender, value, goal, unit, isReached } = verdict;
      const figure = `${value.toFixed(2)} ${unit}`.padStart(14);
      const goalText = hasGoal(verdict) ? `goal ${goal.toFixed(2)} ${unit}` : 'no goal';
      return `${!hasGoal(verdict) ? ' ' : isReached ? '✓' : '✗'} ${what.padEnd(50)}${contender.padEnd(10)}${figure}  ${goalText}`;
    })
    .join('\n');
}

/** Whether a figure has a goal. */
export const hasGoal = ({ goal, isZeroMeant }: Verdict): boolean => goal !== 0 || isZeroMeant === true;

/** Writes a result as text and as JSON. Returns the path of the text. */
export function writeResult(name: string, text: string, data: object): string {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const file = join(RESULTS_FOLDER, `${name}-${at.replaceAll(/[:.]/g, '-')}`);
  writeFileSync(
    `${file}.txt`,
    `${at}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n\n${text}\n`,
  );
  writeFileSync(`${file}.json`, JSON.stringify({ at, ...data }, undefined, 2));
  return `${file}.txt`;
}
