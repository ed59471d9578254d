import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A Redis instance of one test, without persistence: it is empty after a restart. */
export type OwnRedis = {
  readonly port: number;
  readonly url: string;
  /** Sends kill -9 if it runs. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly start: () => Promise<void>;
};

/** Starts it on a free port; it ends with the test. Requires redis-server on the PATH. `settings` are its further arguments. */
export async function startOwnRedis({
  settings: further = [],
}: { settings?: readonly string[] } = {}): Promise<OwnRedis> {
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
  onTestFinished(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return { port, url: `redis://127.0.0.1:${port}`, kill, start };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server listening on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
