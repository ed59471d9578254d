import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { readTemplate } from './database-template.fixture.ts';
import { putEmbeddedDatabase } from './embedded-database.fixture.ts';

/** The program as an operator runs it: a process of its own that can be killed and started again. */
export type ServerProcess = {
  readonly url: string;
  readonly dataDir: string;
  /** The PostgreSQL server that it runs on; undefined on the embedded engine. */
  readonly databaseUrl: string | undefined;
  /** The process that runs now; another one after a restart. */
  readonly pid: () => number;
  /** kill -9, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Ends it in order, as SIGTERM does; answers its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Starts again on the same port and folder. */
  readonly restart: () => Promise<void>;
  /** Ends it in order and removes its folder. */
  readonly dispose: () => Promise<void>;
};

export type StartServer = {
  /** Settings of the program. */
  readonly env?: NodeJS.ProcessEnv;
  /** Folder to run on; an empty one of its own unless told. Removed by `dispose` in any case. */
  readonly dataDir?: string;
  /** What to run instead of the program's own main.ts. */
  readonly main?: string;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
};

/** Arguments of Node for a process that lives for seconds: optimising the engine's code would cost it more than it saves. */
export const SHORT_LIVED = ['--liftoff-only'];

type Running = { readonly child: ChildProcess; readonly url: string };

/** An empty folder for one server. */
export function createDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'adda-server-'));
}

/** Starts a server on a free port; resolves once it can be used. */
export async function startServer(options: StartServer = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? createDataDir();
  if (!options.env?.['DATABASE_URL'])
    await putEmbeddedDatabase(dataDir, await readTemplate(MIGRATIONS_FOLDER));
  let running = await run({ ...options, dataDir, port: 0 });
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
