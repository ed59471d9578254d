/**
 * `npm test`: the checks, the build with its size budget, all tests, and the browser journeys when Chromium is found.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedFiles, selectTests } from './changed-tests.ts';
import { findChromium } from './chromium.ts';
import {
  failedJourneys,
  failedTests,
  journeyCounts,
  SLOW_FILE_SECONDS,
  slowFiles,
  vitestCounts,
  type Counts,
} from './test-report.ts';

const root = join(import.meta.dirname, '..');
const results = mkdtempSync(join(tmpdir(), 'adda-test-'));
/** Shared by the many processes that tests start: compiling the server takes a fifth of the time until it is ready. */
const compileCache = join(tmpdir(), 'adda-test-compile-cache');
const bin = (name: string) => join(root, 'node_modules', name);
const counts: Counts[] = [];
/** A line for each failure: the end of a long output is what a CI keeps. */
const failures: string[] = [];

/** Runs one step and shows its output. Returns whether it succeeded. */
function run(title: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title}`);
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  });
  console.log(`── ${title}: ${Math.round((performance.now() - begun) / 1000)} s`);
  if (status !== 0) failures.push(`${title} (exit code ${status})`);
  return status === 0;
}

const countOf = (succeeded: boolean): Counts => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  skipped: 0,
});

/** A crashed worker is in no report: its tests are neither passed nor failed, but the runner's exit code is not 0. */
const atLeastOneFailed = (succeeded: boolean, counted: Counts): Counts =>
  succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 };

const runChecks = () => counts.push(countOf(run('Checks', join(root, 'scripts/check.ts'), [])));
const runBuild = () =>
  counts.push(countOf(run('Build of the web app and its size', join(root, 'scripts/build.ts'), [])));

/** Runs vitest, restricted to the given file names if there are any. */
function runTests(names: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const report = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--passWithNoTests', ...reporters, ...names];
  const succeeded = run('Tests', bin('vitest/vitest.mjs'), args, env);
  counts.push(atLeastOneFailed(succeeded, vitestCounts(report)));
  failures.push(...failedTests(report, root));
  const slow = slowFiles(report, root);
  if (slow.length > 0) console.log(`\nTest files that took more than ${SLOW_FILE_SECONDS} s:`);
  for (const { file, seconds } of slow) console.log(`  ${seconds} s  ${file}`);
}

function runJourneys(): void {
  const chromium = findChromium();
  if (!chromium && process.env['CI']) {
    console.log('No Chromium found, and browser journeys must run here.');
    counts.push(countOf(false));
    return;
  }
  if (!chromium) {
    console.log('\n── Browser journeys: left out, no Chromium found (set CHROMIUM to its path).');
    return;
  }
  const report = join(results, 'journeys.json');
  const succeeded = run(
    'Browser journeys',
    bin('@playwright/test/cli.js'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM: chromium },
  );
  counts.push(atLeastOneFailed(succeeded, journeyCounts(report)));
  failures.push(...failedJourneys(report));
}

const [mode = 'usual', base] = process.argv.slice(2);
if (mode === 'changed') {
  const { tests, needsBuild } = selectTests(changedFiles(root, base));
  runChecks();
  if (needsBuild) runBuild();
  if (tests.length > 0) runTests(tests);
  else console.log('\n── Tests: none belongs to what changed.');
} else if (mode === 'usual' || mode === 'all') {
  runChecks();
  runBuild();
  runTests([], mode === 'all' ? { TEST_ALL: 'on' } : {});
  runJourneys();
} else {
  console.error(`Unknown "${mode}": npm test, npm test -- changed [COMMIT], or npm run test:all`);
  process.exit(2);
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
