import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from './fan-out/judge.ts';

const FOLDER = join(import.meta.dirname, '../results');

/** Each figure with its goal, and whether it is reached. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ what, contender, value, goal, unit, isReached }) => {
      const figure = `${value.toFixed(2)} ${unit}`.padStart(14);
      const aim = goal === 0 ? 'no goal' : `goal ${goal.toFixed(2)} ${unit}`;
      return `${goal === 0 ? ' ' : isReached ? '✓' : '✗'} ${what.padEnd(50)}${contender.padEnd(10)}${figure}  ${aim}`;
    })
    .join('\n');
}

/** Writes a result as text and as JSON; answers the path of the text. */
export function writeResult(name: string, text: string, data: object): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const file = join(FOLDER, `${name}-${at.replaceAll(/[:.]/g, '-')}`);
  writeFileSync(
    `${file}.txt`,
    `${at}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n\n${text}\n`,
  );
  writeFileSync(`${file}.json`, JSON.stringify({ at, ...data }, undefined, 2));
  return `${file}.txt`;
}
