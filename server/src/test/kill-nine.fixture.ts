import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { createOwnDatabase } from './own-database.fixture.ts';
import type { RetryingSender } from './retrying-sender.fixture.ts';
import { startServer, type ServerProcess } from './server-process.fixture.ts';
import { volume } from './volume.fixture.ts';

/** Number of kills per test, besides the one at its end. */
export const KILLS = Number(process.env['KILLS'] ?? volume(2, 5));
/** Time between kills in milliseconds: sometimes during the first reconnections, sometimes under full load. */
const SHORTEST_LIFE_MS = 100;
const LONGEST_LIFE_MS = 1500;

/** Registration fields of the users of these tests. */
export const about = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;

/** Starts a server process on the engine of this run. */
export async function startOwnServer(): Promise<ServerProcess> {
  const postgres = process.env['TEST_DATABASE_URL'];
  const database = postgres ? await createOwnDatabase(postgres) : undefined;
  const server = await startServer({
    env: {
      RATE_LIMITS: 'off',
      JWT_SECRET: 'a secret for tests that kill the server',
      DATABASE_URL: database?.url ?? '',
      REDIS_URL: '',
    },
  });
  onTestFinished(async () => {
    await server.dispose();
    await database?.drop();
  });
  return server;
}

/** Kills the server repeatedly while the users send, lets them finish, and kills it once more. */
export async function killWhileSending(
  server: ServerProcess,
  senders: readonly Pick<RetryingSender, 'finish' | 'inFlight'>[],
): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(randomInt(SHORTEST_LIFE_MS, LONGEST_LIFE_MS));
    await server.kill();
    await server.restart();
  }
  for (const sender of senders) sender.finish();
  const allConfirmed = () => expect(senders.filter((sender) => sender.inFlight() > 0)).toHaveLength(0);
  await vi.waitFor(allConfirmed, { timeout: 90_000, interval: 20 });
  await server.kill();
  await server.restart();
}
