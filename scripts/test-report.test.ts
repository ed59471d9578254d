import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { failedJourneys, failedTests, journeyCounts, slowFiles, vitestCounts } from './test-report.ts';

function reportOf(content: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'adda-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitestReport = (more: object = {}) =>
  reportOf({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, success: true, ...more });

it('counts the results of vitest and Playwright', () => {
  expect(vitestCounts(vitestReport())).toEqual({ passed: 3, failed: 0, skipped: 1 });
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 0 };
  expect(journeyCounts(reportOf({ stats }))).toEqual({ passed: 6, failed: 1, skipped: 0 });
});

it('counts a run without a report, and one that failed outside of its tests, as a failure', () => {
  expect(vitestCounts('/nowhere/report.json').failed).toBe(1);
  expect(journeyCounts('/nowhere/report.json').failed).toBe(1);
  expect(vitestCounts(vitestReport({ success: false })).failed).toBe(1);
});

it('names files that took more than a minute, the slowest first', () => {
  const testResults = [
    { name: '/root/a.test.ts', startTime: 0, endTime: 60_000 },
    { name: '/root/b.test.ts', startTime: 0, endTime: 61_000 },
    { name: '/root/folder/c.test.ts', startTime: 10_000, endTime: 90_000 },
  ];
  expect(slowFiles(vitestReport({ testResults }), '/root')).toEqual([
    { file: 'folder/c.test.ts', seconds: 80 },
    { file: 'b.test.ts', seconds: 61 },
  ]);
});

it('names failed tests with the beginning of their errors, and files that failed outside of their tests', () => {
  const testResults = [
    {
      name: '/root/a.test.ts',
      startTime: 0,
      endTime: 1,
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'works', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'counts to three',
          failureMessages: ['expected 2\nto be 3\nat a.test.ts'],
        },
      ],
    },
    { name: '/root/b.test.ts', startTime: 0, endTime: 1, status: 'failed', message: 'No such module' },
  ];
  expect(failedTests(vitestReport({ testResults }), '/root')).toEqual([
    'a.test.ts: counts to three: expected 2 to be 3',
    'b.test.ts: No such module',
  ]);
  expect(failedTests('/nowhere/report.json', '/root')).toEqual([]);
});

it('names failed journeys in nested suites', () => {
  const specs = [
    { file: 'inbox.spec.ts', title: 'a row moves', ok: false },
    { file: 'inbox.spec.ts', title: 'a row stays', ok: true },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  expect(failedJourneys(reportOf({ stats, suites: [{ suites: [{ specs }] }] }))).toEqual([
    'inbox.spec.ts: a row moves',
  ]);
});
