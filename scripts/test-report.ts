import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Number of passed, failed and skipped tests. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** A test file above the time limit, in seconds. */
export type SlowFile = { readonly file: string; readonly seconds: number };

/** Time limit of a test file in seconds, on two otherwise idle cores. A longer file delays the whole suite. */
export const SLOW_FILE_SECONDS = 60;

const NOTHING_RAN: Counts = { passed: 0, failed: 1, skipped: 0 };

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status?: string;
    /** Why the file failed, if no test of it did. */
    readonly message?: string;
    readonly assertionResults?: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

type JourneySuite = {
  readonly specs?: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[];
  readonly suites?: readonly JourneySuite[];
};

type JourneyReport = {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites?: readonly JourneySuite[];
};

function readVitestReport(file: string): VitestReport | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function readJourneyReport(file: string): JourneyReport | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns the counts of vitest's JSON report. A missing report counts as one failure. */
export function vitestCounts(file: string): Counts {
  const report = readVitestReport(file);
  if (!report) return NOTHING_RAN;
  const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

/** Returns the test files of vitest's JSON report above `SLOW_FILE_SECONDS`, the slowest first. */
export function slowFiles(file: string, root: string): SlowFile[] {
  return (readVitestReport(file)?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .filter(({ seconds }) => seconds > SLOW_FILE_SECONDS)
    .toSorted((a, b) => b.seconds - a.seconds);
}

/** Returns the counts of Playwright's JSON report. A missing report counts as one failure. */
export function journeyCounts(file: string): Counts {
  const report = readJourneyReport(file);
  if (!report) return NOTHING_RAN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped };
}

const lines = (text: string | undefined, count: number): string =>
  (text ?? '').split('\n').slice(0, count).join(' ').trim();

/** Returns a line for each failed test of vitest's JSON report: its file, its name and the beginning of its error. */
export function failedTests(file: string, root: string): string[] {
  return (readVitestReport(file)?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const failed = (assertionResults ?? []).filter((test) => test.status === 'failed');
      const path = relative(root, name);
      if (failed.length === 0 && status === 'failed') return [`${path}: ${lines(message, 2)}`];
      return failed.map((test) => `${path}: ${test.fullName}: ${lines(test.failureMessages?.[0], 2)}`);
    },
  );
}

/** Returns a line for each failed test of Playwright's JSON report. */
export function failedJourneys(file: string): string[] {
  const failedIn = ({ specs = [], suites = [] }: JourneySuite): string[] => [
    ...specs.filter(({ ok }) => !ok).map((spec) => `${spec.file}: ${spec.title}`),
    ...suites.flatMap(failedIn),
  ];
  return (readJourneyReport(file)?.suites ?? []).flatMap(failedIn);
}
