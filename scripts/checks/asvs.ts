import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// The numbers and levels of the standard, without its text: OWASP ASVS 5.0.0, levels 1 and 2.
import standard from './asvs-numbers.json' with { type: 'json' };

const FILE = 'docs/asvs.md';
const STATES = ['met', 'not applicable', 'open'] as const;
const SEVERITIES = ['high', 'medium', 'low'] as const;

/** A row of the table begins with the number of an item, in which it differs from every other table of the file. */
const NUMBER = /^\| *(\d+\.\d+\.\d+) *\|/;
const SEVERITY = /^(high|medium|low): \S/;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const TEST = /\b(it|test)(\.\w+)*[(<`]/;

/** A line of the table: its cells after the number. */
type Row = {
  readonly number: string;
  readonly state: string;
  readonly account: string;
  readonly tests: readonly string[];
};

/** Faults of the table, and the number of its rows. */
type AsvsReport = { readonly rows: number; readonly faults: readonly string[] };

const levels: ReadonlyMap<string, number> = new Map(Object.entries(standard));

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const number = NUMBER.exec(line)?.[1];
    if (number === undefined) return [];
    const [, , , state = '', account = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    return {
      number,
      state,
      account,
      tests: [...tests.matchAll(/`([^`]+)`/g)].flatMap(([, path]) => path ?? []),
    };
  });
}

function numberFaults(rows: readonly Row[]): string[] {
  const numbers = rows.map(({ number }) => number);
  const found = new Set(numbers);
  return [
    ...[...levels.keys()].filter((number) => !found.has(number)).map((number) => `${number} is missing`),
    ...[...found].filter((number) => !levels.has(number)).map((number) => `${number} is not in the standard`),
    ...[...found]
      .filter((number) => numbers.indexOf(number) !== numbers.lastIndexOf(number))
      .map((number) => `${number} is there twice`),
  ];
}

/** Returns what is wrong with a named test: a row counts on it, so it has to exist and to contain tests. */
function testFault(root: string, path: string): string | undefined {
  if (!TEST_FILE.test(path)) return 'is no test file';
  if (!existsSync(join(root, path))) return 'does not exist';
  return TEST.test(readFileSync(join(root, path), 'utf8')) ? undefined : 'contains no test';
}

function rowFaults(root: string, { number, state, account, tests }: Row): string[] {
  const isKnown = STATES.some((known) => known === state);
  const faultyTests = tests.flatMap((path) => {
    const fault = testFault(root, path);
    return fault === undefined ? [] : `${path} ${fault}`;
  });
  return [
    ...(isKnown ? [] : [`unknown state '${state}'`]),
    ...(account === '' ? ['says nothing about its state'] : []),
    ...(state === 'met' && tests.length === 0 ? ['is met without a test'] : []),
    ...(state === 'open' && !SEVERITY.test(account) ? ['is open without a severity'] : []),
    ...faultyTests,
  ].map((fault) => `${number}: ${fault}`);
}

/** The lines of the introduction that count the rows, as they have to be. */
function countLines(rows: readonly Row[]): string[] {
  const lineOf = (what: string, counted: readonly Row[]) => {
    const ofLevel = (level: number) => counted.filter(({ number }) => levels.get(number) === level).length;
    return `| ${what} | ${ofLevel(1)} | ${ofLevel(2)} | ${counted.length} |`;
  };
  const open = rows.filter(({ state }) => state === 'open');
  return [
    ...STATES.map((name) =>
      lineOf(
        name,
        rows.filter(({ state }) => state === name),
      ),
    ),
    ...SEVERITIES.map((name) =>
      lineOf(
        `open, ${name}`,
        open.filter(({ account }) => account.startsWith(`${name}: `)),
      ),
    ),
    lineOf('all', rows),
  ];
}

/**
 * Compares the table of OWASP ASVS in `docs/asvs.md` with the numbers of the standard, with the tests that its rows
 * name, and with its own counts (ID-08). Whether a test shows what a row says is for its readers to judge.
 */
export function checkAsvs(root: string): AsvsReport {
  const text = readFileSync(join(root, FILE), 'utf8');
  const rows = rowsOf(text);
  const lines = new Set(text.split('\n'));
  const faults = [
    ...numberFaults(rows),
    ...rows.flatMap((row) => rowFaults(root, row)),
    ...countLines(rows)
      .filter((line) => !lines.has(line))
      .map((line) => `the introduction lacks the line '${line}'`),
  ];
  return { rows: rows.length, faults: faults.map((fault) => `${FILE}: ${fault}`) };
}
