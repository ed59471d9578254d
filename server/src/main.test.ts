import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SHORT_LIVED } from './test/server-process.fixture.ts';

/** Runs the program. Returns its standard error once that matches `until` or the program ends. */
async function standardErrorOf(env: NodeJS.ProcessEnv, until: RegExp) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-main-'));
  const child = spawn(process.execPath, [...SHORT_LIVED, join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  let text = '';
  for await (const piece of child.stderr) {
    text += String(piece);
    if (until.test(text)) break;
  }
  return { text, exitCode: child.exitCode };
}

it(
  'SV-82: a start with test payments on a public address prints a red warning',
  { timeout: 60_000 },
  async () => {
    const env = { PUBLIC_URL: 'http://adda.example', SANDBOX: 'on' };
    const { text } = await standardErrorOf(env, /\n/);
    expect(text).toContain('\u001B[31mTest payments: no real money moves on http://adda.example');
  },
);

it.each(['web', 'jobs'])(
  'CL-06: ROLE=%s without DATABASE_URL is refused with one line',
  { timeout: 60_000 },
  async (ROLE) => {
    const { text } = await standardErrorOf({ ROLE }, /never/);
    expect(text.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^DATABASE_URL: required with ROLE=${ROLE}`)),
    ]);
  },
);

it('R-19: production without limits is refused with one line', { timeout: 60_000 }, async () => {
  const { text } = await standardErrorOf({ NODE_ENV: 'production', RATE_LIMITS: 'off' }, /never/);
  expect(text.trim().split('\n')).toEqual([expect.stringMatching(/^RATE_LIMITS: off .*LOAD_TEST=on/)]);
});
