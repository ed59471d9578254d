import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { RECENT_PROOF_SECONDS } from '@adda/contract/accounts';
import { MIGRATIONS_FOLDER } from '../../platform/database/migrations.ts';
import { readTemplate } from '../database-template.fixture.ts';
import { putEmbeddedDatabase } from '../embedded-database.fixture.ts';
import { PUSH_KEYS } from '../server-process.fixture.ts';
import type { Target } from './security.types.ts';

const READY_MS = 120_000;
/** A proof of this age does not count any more. */
const OUTDATED_SECONDS = RECENT_PROOF_SECONDS + 1;
const POLL_MS = 20;
const SOURCES = path.join(import.meta.dirname, '../..');

/** The program in its own process, with its output. */
export type Program = Required<Target> & {
  readonly dataDir: string;
  /** Secrets in the program's settings, by setting name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its standard output and error so far. */
  readonly written: () => string;
  /** Its exit code or signal; undefined while it runs. */
  readonly ended: () => string | undefined;
  /** Bytes in use after garbage collection. */
  readonly memoryHeld: () => Promise<number>;
  /** Makes every proof of a session too old to count (ID-03). */
  readonly expireProofs: () => Promise<void>;
  /** Makes a user a global admin with the admin command. */
  readonly grantAdmin: (username: string) => Promise<void>;
  /** Stops it and deletes its folder. */
  readonly stop: () => Promise<void>;
};

async function ageProofs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('UPDATE sessions SET proven_at = proven_at - make_interval(secs => $1)', [
    OUTDATED_SECONDS,
  ]);
  await client.end();
}

/** Secret settings, each recognizable wherever it appears. */
const SECRET_SETTINGS = {
  JWT_SECRET: 'planted-signing-secret-0123456789abcdef',
  ...PUSH_KEYS,
  RAZORPAY_KEY_ID: 'rzp_planted_key',
  RAZORPAY_KEY_SECRET: 'planted-razorpay-secret-77a1',
  RAZORPAY_WEBHOOK_SECRET: 'planted-razorpay-webhook-77a2',
  PAYPAL_CLIENT_ID: 'planted-paypal-client',
  PAYPAL_CLIENT_SECRET: 'planted-paypal-secret-77a3',
  PAYPAL_WEBHOOK_ID: 'planted-paypal-webhook-77a4',
  YOUTUBE_API_KEY: 'planted-youtube-key-77a5',
};

/**
 * Starts the real program with the log level `trace` and without rate limits, which would refuse most test calls. The
 * providers' addresses are a closed port, so that no request leaves this machine.
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
    CLOCK_STEP_MS: String(OUTDATED_SECONDS * 1000),
    RAZORPAY_BASE_URL: nowhere,
    PAYPAL_BASE_URL: nowhere,
    YOUTUBE_BASE_URL: nowhere,
    PORT: '0',
    ...settings,
    DATA_DIR: dataDir,
  };
  if (!env['DATABASE_URL']) await putEmbeddedDatabase(dataDir, await readTemplate(MIGRATIONS_FOLDER));
  const preloaded = ['memory-on-request.fixture.ts', '../shifted-clock.fixture.ts'].flatMap((file) => [
    '--import',
    path.join(import.meta.dirname, file),
  ]);
  const child = spawn(process.execPath, [...preloaded, path.join(SOURCES, 'main.ts')], {
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
  /** Sends a signal and waits for what the program writes about it. */
  const askBySignal = async (signal: NodeJS.Signals, reply: RegExp): Promise<string> => {
    const from = written.length;
    child.kill(signal);
    for (;;) {
      const [, found] = reply.exec(written.slice(from)) ?? [];
      if (found !== undefined) return found;
      if (ended !== undefined) throw new Error(`ended: ${ended}`);
      await delay(POLL_MS);
    }
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    settings,
    written: () => written,
    ended: () => ended,
    memoryHeld: async () => Number(await askBySignal('SIGUSR2', /memory held: (\d+)\n/)),
    expireProofs: async () => {
      // A program on PostgreSQL follows the clock of the server, not its own.
      if (env['DATABASE_URL']) await ageProofs(env['DATABASE_URL']);
      else await askBySignal('SIGWINCH', /clock ahead: (\d+)\n/);
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
