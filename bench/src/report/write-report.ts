import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../fan-out/judge.ts';
import { hasGoal } from '../results.ts';
import type { PartResult } from './results-by-part.ts';

const FILE = join(import.meta.dirname, '../../../docs/measurements.md');
const JSON_FILE = FILE.replace(/md$/, 'json');

const HEAD = `# Measurements

Written by the bench; don't edit it. Each figure is a ratio to what was started beside it, in the same minute on the same
machine, where its unit is “x”. To take all of them anew, on a machine that does nothing else:

    npm run bench -- --database-url postgres://user:password@host:5432/postgres --redis-url redis://host:6379
    npm run bench -- report --database-url postgres://user:password@host:5432/postgres

The first measures part by part and leaves a file for each; the second writes this page of the newest ones. What the parts
are about, and how long each takes: [bench/README.md](../bench/README.md).
`;

/** Writes the page and the same data as JSON. Returns the path of the page. */
export function writeReport(machine: readonly string[], results: readonly PartResult[]): string {
  const { text, json } = describeReport(machine, results);
  writeFileSync(FILE, text);
  writeFileSync(JSON_FILE, json);
  return FILE;
}

/** Returns the page, and the same data as JSON. */
export function describeReport(machine: readonly string[], results: readonly PartResult[]) {
  const goals = results.flatMap(({ verdicts }) => verdicts.filter(hasGoal));
  const missed = goals.filter(({ isReached }) => !isReached).length;
  const lines = [
    HEAD,
    ...machine.map((line) => `- ${line}`),
    '',
    `${goals.length} goals, ${goals.length - missed} reached, ${missed} missed.`,
    ...results.map(describePart),
  ];
  const json = JSON.stringify({ machine, results: results.map(withoutOptions) }, undefined, 2);
  return { text: `${lines.join('\n')}\n`, json: `${json}\n` };
}

/** Options contain database addresses with passwords. */
function withoutOptions({ part, at, verdicts }: PartResult) {
  return { part, at, verdicts };
}

function describePart({ part, at, verdicts, options }: PartResult): string {
  const { rounds, seconds } = options;
  return [
    '',
    `## ${part}`,
    '',
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${String(rounds)} rounds, ${String(seconds)} s each where a part has rounds.`,
    '',
    '| what | on | figure | goal | reached |',
    '| --- | --- | ---: | ---: | --- |',
    ...verdicts.map(describeVerdict),
  ].join('\n');
}

function describeVerdict(verdict: Verdict): string {
  const { what, contender, value, goal, unit, isReached } = verdict;
  const amount = (number: number) => `${short(number)} ${unit}`.trim();
  const isCeiling = isReached ? value <= goal : value > goal;
  // An aborted measurement has no figure, so the direction of its goal can't be derived from it.
  const isFigure = Number.isFinite(value);
  const bound = isCeiling ? 'at most ' : 'at least ';
  const aim = hasGoal(verdict) ? `${isFigure ? bound : ''}${amount(goal)}` : '';
  const verdictText = hasGoal(verdict) ? (isReached ? 'yes' : '**no**') : '';
  return `| ${what} | ${contender} | ${isFigure ? amount(value) : 'none'} | ${aim} | ${verdictText} |`;
}

const short = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(2);
