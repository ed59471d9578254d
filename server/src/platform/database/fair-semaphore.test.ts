import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { runAsActor } from './actors.ts';
import { FairSemaphore } from '../limits/fair-semaphore.ts';
import type { Database } from './index.ts';

function createSemaphore({ slots = 2, slotsPerUser = 1, maxWaiting = 3 } = {}) {
  const semaphore = new FairSemaphore({
    slots,
    slotsPerUser,
    maxWaiting,
    timeoutError: () => new Error('late'),
  });
  const started: string[] = [];
  const refused: string[] = [];
  const acquire = (what: string, name: string | undefined = what[0]) =>
    semaphore.acquire(
      name,
      () => started.push(what),
      ({ message }) => refused.push(message),
    );
  return { semaphore, started, refused, acquire };
}

describe('fair connection sharing', () => {
  it('SV-103: users with the fewest connections are served first, the longest waiting first', () => {
    const { semaphore, started, acquire } = createSemaphore();
    for (const what of ['a1', 'b1', 'a2', 'a3', 'b2', 'c1', 'd1']) acquire(what);
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['a', 'b', 'c', 'd']) semaphore.release(name);
    expect(started.slice(2)).toEqual(['c1', 'd1', 'a2', 'b2']);
    expect(semaphore.waiting()).toBe(1);
    semaphore.release('a');
    expect(started.at(-1)).toBe('a3');
    expect(semaphore.waiting()).toBe(0);
  });

  it("the server's own work has priority and no limit", () => {
    const { semaphore, started, acquire } = createSemaphore();
    for (const what of ['a1', 'a2', 'b1', 'c1']) acquire(what);
    const own = (what: string) =>
      semaphore.acquire(
        undefined,
        () => started.push(what),
        () => undefined,
      );
    own('own 1');
    own('own 2');
    semaphore.release('a');
    semaphore.release('b');
    expect(started).toEqual(['a1', 'b1', 'own 1', 'own 2']);
  });

  it('refuses a user with too many waiting queries, and no other user', () => {
    const { refused, started, acquire } = createSemaphore();
    for (const what of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) acquire(what);
    acquire('b1');
    expect(refused).toHaveLength(2);
    expect(started).toEqual(['a1', 'b1']);
  });

  it('reports the wait of users without a connection only', () => {
    const { semaphore, acquire } = createSemaphore();
    for (const what of ['a1', 'b1', 'a2']) acquire(what);
    expect(semaphore.unservedMs()).toBe(0);
    acquire('c1');
    expect(semaphore.unservedMs()).toBeGreaterThan(0);
  });
});

describe('a database kept busy by one user', () => {
  let database: Database;
  let cleanup: () => Promise<void>;
  beforeAll(async () => ({ database, cleanup } = await createTestDatabase()));
  afterAll(() => cleanup());

  it('SV-103: serves another user in between, and refuses the excess of the first', async () => {
    const done: string[] = [];
    const ask = (name: string) =>
      runAsActor({ name }, async () => {
        await database.pool.query('SELECT pg_sleep(0.005)');
        done.push(name);
      });
    const flood = Promise.allSettled(Array.from({ length: 400 }, () => ask('ann')));
    await ask('ben');
    const before = done.length;
    const outcomes = await flood;
    expect(before).toBeLessThan(20);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.length).toBeLessThan(400);
    expect(database.waiting()).toEqual({ count: 0, unservedMs: 0 });
  });

  it('releases every connection, also after failures and rolled-back transactions', async () => {
    const fail = async (name: string) =>
      runAsActor({ name }, async () => {
        await database.pool.query('SELECT 1 / 0').catch(() => undefined);
        await database
          .transaction(async () => {
            throw new Error('undone');
          })
          .catch(() => undefined);
      });
    await Promise.all(Array.from({ length: 60 }, (_, n) => fail(`person ${n % 7}`)));
    await Promise.all(Array.from({ length: 60 }, () => database.pool.query('SELECT 1')));
    expect(database.waiting().count).toBe(0);
  });
});
