import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createVapidKeys } from '../platform/secrets/vapid-keys.ts';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { readTemplate } from './database-template.fixture.ts';
import { putEmbeddedDatabase } from './embedded-database.fixture.ts';

/** The program in its own process, as in production, which can be killed and restarted. */
export type ServerProcess = {
  readonly url: string;
  readonly dataDir: string;
  /** The PostgreSQL server that it uses; undefined on the embedded engine. */
  readonly databaseUrl: string | undefined;
  /** The current process id; it changes with a restart. */
  readonly pid: () => number;
  /** Sends kill -9, as in a power failure. */
  readonly kill: () => Promise<void>;
  /** Stops it with SIGTERM. Returns its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Starts again on the same port and folder. */
  readonly restart: () => Promise<void>;
  /** Stops it and deletes its folder. */
  readonly dispose: () => Promise<void>;
};

export type StartServer = {
  /** Settings of the program. */
  readonly env?: NodeJS.ProcessEnv;
  /** Data folder; a new empty one by default. Deleted by `dispose` in any case. */
  readonly dataDir?: string;
  /** The module to run instead of main.ts. */
  readonly main?: string;
  /** The port; a free one by default. */
  readonly port?: number;
  /** Arguments of Node itself; those of a short-lived process by default. */
  readonly nodeArguments?: readonly string[];
};

/**
 * Arguments of Node for a short-lived process: optimizing the engine's WebAssembly code would cost more than it saves.
 */
export const SHORT_LIVED = ['--liftoff-only'];

type Running = { readonly child: ChildProcess; readonly url: string };

const { publicKey, privateKey } = createVapidKeys();

/** Keys of web push, the same for all nodes of a test; required with a database of several nodes. */
export const PUSH_KEYS = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };

/** Creates an empty data folder. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'adda-server-'));
}

/** Starts a server on a free port; resolves once it is ready. */
export async function startServer(options: StartServer = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? createDataDir();
  if (!options.env?.['DATABASE_URL'])
    await putEmbeddedDatabase(dataDir, await readTemplate(MIGRATIONS_FOLDER));
  let running = await run({ ...options, dataDir, port: options.port ?? 0 });
  const { url } = running;
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    databaseUrl: options.env?.['DATABASE_URL'] || undefined,
    pid: () => running.child.pid ?? 0,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    restart: async () => {
      running = await run({ ...options, dataDir, port: Number(new URL(url).port) });
    },
    dispose: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(
  options: StartServer & { readonly dataDir: string; readonly port: number },
): Promise<Running> {
  const {
    env,
    dataDir,
    port,
    nodeArguments = SHORT_LIVED,
    main = join(import.meta.dirname, '../main.ts'),
  } = options;
  const child = spawn(process.execPath, [...nodeArguments, main], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      ...(env?.['DATABASE_URL'] && PUSH_KEYS),
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error(`The server ended before it was ready (exit code ${child.exitCode}).`);
}
