import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.fixture.ts';

const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A Redis process without persistence: it is empty after a restart. */
export type RedisProcess = {
  readonly port: number;
  readonly url: string;
  /** Sends kill -9 if it runs. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
  /** Kills it and deletes its folder. */
  readonly dispose: () => Promise<void>;
};

/** Starts Redis on a free port. Requires redis-server on the PATH. `settings` are its further arguments. */
export async function launchRedis(further: readonly string[] = []): Promise<RedisProcess> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'adda-redis-'));
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    const redis = spawn('redis-server', [...settings, '--save', '', '--appendonly', 'no', ...further], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = redis;
    for await (const line of createInterface({ input: redis.stdout }))
      if (line.includes('Ready to accept connections')) break;
    redis.stdout.resume();
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    dispose: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once servers of Redis are in a state; throws with its name if they do not reach it. */
export async function untilRedis(state: string, isReached: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`not within ${READY_WITHIN_MS} ms: ${state}`);
    await delay(LOOK_EVERY_MS);
  }
}
