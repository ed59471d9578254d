import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The program as an operator runs it: a process of its own that can be killed and started again. */
export type Server = {
  readonly url: string;
  readonly dataDir: string;
  /** kill -9, as a power cut would. */
  kill(): Promise<void>;
  /** Starts again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  dispose(): Promise<void>;
};

async function run(port: number, dataDir: string, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1];
    if (url) {
      child.stdout.resume();
      return { child, url };
    }
  }
  throw new Error(`The server ended before it was ready (exit code ${child.exitCode}).`);
}

/** Starts a server on a free port and an empty folder. */
export async function startServer(env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adda-journey-'));
  let { child, url } = await run(0, dataDir, env);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    kill: () => end('SIGKILL'),
    async restart() {
      ({ child, url } = await run(Number(new URL(url).port), dataDir, env));
    },
    async dispose() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
