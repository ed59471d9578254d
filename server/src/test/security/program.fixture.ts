import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MIGRATIONS_FOLDER } from '../../platform/database/migrations.ts';
import { readTemplate } from '../database-template.fixture.ts';
import { putEmbeddedDatabase } from '../embedded-database.fixture.ts';
import type { Target } from './security.types.ts';

const READY_MS = 120_000;
const POLL_MS = 20;
const SOURCES = path.join(import.meta.dirname, '../..');

/** The program in a process of its own, with everything that it wrote. */
export type Program = Required<Target> & {
  readonly dataDir: string;
  /** Secrets that the program was given, by the name of their setting. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its standard output and error so far. */
  readonly written: () => string;
  /** Its exit code or signal once it has ended; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** Bytes that it holds once all garbage is collected. */
  readonly memoryHeld: () => Promise<number>;
  /** Makes somebody a global admin, as an operator does. */
  readonly grantAdmin: (username: string) => Promise<void>;
  /** Ends it and removes its folder. */
  readonly stop: () => Promise<void>;
};

/** Secrets of the settings, each recognisable wherever it turns up. */
const SECRET_SETTINGS = {
  JWT_SECRET: 'planted-signing-secret-0123456789abcdef',
  RAZORPAY_KEY_ID: 'rzp_planted_key',
  RAZORPAY_KEY_SECRET: 'planted-razorpay-secret-77a1',
  RAZORPAY_WEBHOOK_SECRET: 'planted-razorpay-webhook-77a2',
  PAYPAL_CLIENT_ID: 'planted-paypal-client',
  PAYPAL_CLIENT_SECRET: 'planted-paypal-secret-77a3',
  PAYPAL_WEBHOOK_ID: 'planted-paypal-webhook-77a4',
  YOUTUBE_API_KEY: 'planted-youtube-key-77a5',
};

/**
 * Starts the real program at the level `trace`, without limits of request rates: with them it would refuse what it is to
 * be tried with. Providers are at a closed port, so that nothing leaves this machine.
 */
export async function startProgram(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'adda-security-'));
  const settings = { ...SECRET_SETTINGS, ...env };
  const nowhere = 'http://127.0.0.1:9';
  const full = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'off',
    RAZORPAY_BASE_URL: nowhere,
    PAYPAL_BASE_URL: nowhere,
    YOUTUBE_BASE_URL: nowhere,
    PORT: '0',
    ...settings,
    DATA_DIR: dataDir,
  };
  if (!env['DATABASE_URL']) await putEmbeddedDatabase(dataDir, await readTemplate(MIGRATIONS_FOLDER));
  const memoryOnRequest = path.join(import.meta.dirname, 'memory-on-request.fixture.ts');
  const child = spawn(process.execPath, ['--import', memoryOnRequest, path.join(SOURCES, 'main.ts')], {
    env: full,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  let ended: string | undefined;
  child.once('exit', (code, signal) => (ended = String(signal ?? code)));
  const url = await new Promise<string>((ready, failed) => {
    const timer = setTimeout(() => failed(new Error(`not ready in time: ${written}`)), READY_MS);
    const read = (chunk: Buffer) => {
      written += chunk.toString();
      const found = /ready at (\S+)/.exec(written)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      ready(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => failed(new Error(`ended before it was ready: ${written}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    settings,
    written: () => written,
    ended: () => ended,
    async memoryHeld() {
      const from = written.length;
      child.kill('SIGUSR2');
      for (;;) {
        const held = /memory held: (\d+)\n/.exec(written.slice(from))?.[1];
        if (held !== undefined) return Number(held);
        if (ended !== undefined) throw new Error(`ended: ${ended}`);
        await delay(POLL_MS);
      }
    },
    async grantAdmin(username) {
      const admin = [path.join(SOURCES, 'admin.ts'), 'grant', username];
      await promisify(execFile)(process.execPath, admin, { env: full });
    },
    async stop() {
      if (ended === undefined) {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
