/** `npm test`: the checks, the build with its size budget, every test, and the browser journeys where Chromium is found. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const results = mkdtempSync(join(tmpdir(), 'adda-test-'));
const bin = (name: string) => join(root, 'node_modules', name);

/** Runs one part, showing its output; answers whether it succeeded. */
function part(title: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

type Counts = { passed: number; failed: number; skipped: number };

/** Reads what vitest counted; a run that wrote nothing counts as one failure. */
function vitestCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report: {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    success: boolean;
  } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

/** Reads what playwright counted. */
function journeyCounts(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } =
    JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

const one = (succeeded: boolean): Counts => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  skipped: 0,
});
const counts: Counts[] = [];

counts.push(one(part('Checks', join(root, 'scripts/check.ts'), [])));
counts.push(one(part('Build of the web app and its size', join(root, 'scripts/build.ts'), [])));

const unit = join(results, 'vitest.json');
part('Tests', bin('vitest/vitest.mjs'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unit}`,
]);
counts.push(vitestCounts(unit));

const chromium = findChromium();
if (chromium) {
  const journeys = join(results, 'journeys.json');
  part(
    'Browser journeys',
    bin('@playwright/test/cli.js'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
      CHROMIUM: chromium,
    },
  );
  counts.push(journeyCounts(journeys));
} else if (process.env['CI']) {
  console.log('No Chromium found, and browser journeys must run here.');
  counts.push(one(false));
} else {
  console.log('\n── Browser journeys: left out, no Chromium found (set CHROMIUM to its path).');
}

const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
