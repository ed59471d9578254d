import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import type { TestDatabase } from '../../test/database.fixture.ts';
import { createJobs, installJobs } from './index.ts';
import type { Jobs } from './index.ts';

declare module './payloads.ts' {
  interface JobPayloads {
    'test.greet': { to: string };
  }
}

/** Long enough for retry delays and the poll of recurring jobs. */
const WAIT = { timeout: 20_000, interval: 50 };

describe('jobs', () => {
  let test: TestDatabase;
  let jobs: Jobs;
  let greeted: string[];

  beforeEach(async () => {
    test = await createTestDatabase();
    greeted = [];
    jobs = createJobs(test.database, silentLogger);
  });

  afterEach(async () => {
    await jobs.stop();
    await test.cleanup();
  });

  const greet = async ({ to }: { to: string }) => void greeted.push(to);

  it('R-01: a job of a committed transaction runs exactly once', async () => {
    jobs.handle('test.greet', greet);
    await test.database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await Promise.all([jobs.runPending(), jobs.runPending()]);
    await jobs.runPending();
    expect(greeted).toEqual(['Asha']);
  });

  it('R-01: a job of a rolled-back transaction never runs', async () => {
    jobs.handle('test.greet', greet);
    const refused = test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'test.greet', { to: 'nobody' });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await test.database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await jobs.runPending();
    expect(greeted).toEqual(['Asha']);
  });

  it('retries a failed job until its retries are exhausted', async () => {
    let attempts = 0;
    const fail = async () => {
      attempts += 1;
      throw new Error('not yet');
    };
    jobs.handle('test.greet', fail, { retries: 1 });
    await test.database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await vi.waitFor(async () => {
      await jobs.runPending();
      expect(await jobStates(test)).toEqual(['failed']);
    }, WAIT);
    expect(attempts).toBe(2);
  });

  it('keeps one waiting job per key, and all without a key', async () => {
    jobs.handle('test.greet', greet);
    await test.database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'test.greet', { to: 'first' }, { key: 'a' });
      await jobs.enqueue(tx, 'test.greet', { to: 'repeated' }, { key: 'a' });
      await jobs.enqueue(tx, 'test.greet', { to: 'other' }, { key: 'b' });
      await jobs.enqueue(tx, 'test.greet', { to: 'free' });
      await jobs.enqueue(tx, 'test.greet', { to: 'free' });
    });
    await jobs.runPending();
    expect(greeted.toSorted()).toEqual(['first', 'free', 'free', 'other']);
  });

  it('does not run a job before its start time', async () => {
    jobs.handle('test.greet', greet);
    await test.database.transaction((tx) =>
      jobs.enqueue(tx, 'test.greet', { to: 'later' }, { startAfterSeconds: 3600 }),
    );
    await jobs.runPending();
    expect(greeted).toEqual([]);
    await sql`UPDATE pgboss.job SET start_after = now()`.execute(test.database.db);
    await jobs.runPending();
    expect(greeted).toEqual(['later']);
  });

  it('once started, runs a job as soon as it is committed', async () => {
    jobs.handle('test.greet', greet);
    await jobs.start();
    await test.database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await vi.waitFor(() => expect(greeted).toEqual(['Asha']), WAIT);
  });

  it('lets a running job finish before it stops', async () => {
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const wait = async ({ to }: { to: string }) => {
      begun.resolve();
      await release.promise;
      greeted.push(to);
    };
    jobs.handle('test.greet', wait);
    await jobs.start();
    await test.database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await begun.promise;
    const stopped = jobs.stop();
    release.resolve();
    await stopped;
    expect(greeted).toEqual(['Asha']);
    expect(await jobStates(test)).toEqual(['completed']);
  });

  it('returns an unfinished job to the queue when it stops', async () => {
    const impatient = createJobs(test.database, silentLogger, { stopGraceMs: 10 });
    const begun = Promise.withResolvers<void>();
    const never = () => {
      begun.resolve();
      return new Promise<void>(() => {});
    };
    impatient.handle('test.greet', never);
    await impatient.start();
    await test.database.transaction((tx) => impatient.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await begun.promise;
    await impatient.stop();
    expect(await jobStates(test)).toEqual(['retry']);
  });

  it('R-21: jobs of a killed process return to the queue when the embedded engine starts', async ({
    skip,
  }) => {
    skip(test.database.engine === 'postgres', 'there another node may be at it');
    const killed = createJobs(test.database, silentLogger, { stopGraceMs: 10 });
    const begun = Promise.withResolvers<void>();
    const never = () => {
      begun.resolve();
      return new Promise<void>(() => {});
    };
    // Limit of one: this process still exists and must not take the job again.
    killed.handle('test.greet', never, { atOnce: 1 });
    await killed.start();
    await test.database.transaction((tx) => killed.enqueue(tx, 'test.greet', { to: 'Asha' }));
    await begun.promise;
    jobs.handle('test.greet', greet);
    await jobs.start();
    await vi.waitFor(() => expect(greeted).toEqual(['Asha']), WAIT);
    await killed.stop();
    await vi.waitFor(async () => expect(await jobStates(test)).toEqual(['completed']), WAIT);
  });

  it('R-21: a running job sends heartbeats where other nodes may take it', async ({ skip }) => {
    const { database } = test;
    skip(database.engine === 'embedded', 'there is one process');
    const release = Promise.withResolvers<void>();
    jobs.handle('test.greet', async ({ to }) => {
      await release.promise;
      greeted.push(to);
    });
    await jobs.start();
    await database.transaction((tx) => jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    const running = () => sql`name = 'test.greet' AND state = 'active' AND heartbeat_seconds IS NOT NULL`;
    await vi.waitFor(async () => {
      const { numAffectedRows } = await sql`
        UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE ${running()}`.execute(
        database.db,
      );
      expect(numAffectedRows).toBe(1n);
    }, WAIT);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM pgboss.job WHERE ${running()} AND heartbeat_on > started_on`.execute(database.db);
      expect(rows).toHaveLength(1);
    }, WAIT);
    release.resolve();
    await vi.waitFor(() => expect(greeted).toEqual(['Asha']), WAIT);
  });

  it('runs a recurring job', async () => {
    let runs = 0;
    jobs.every('test.sweep', '* * * * *', async () => void (runs += 1));
    await jobs.start();
    await vi.waitFor(() => expect(runs).toBeGreaterThan(0), WAIT);
  });

  it('two nodes may install and start concurrently and share the jobs', async () => {
    const other = createJobs(test.database, silentLogger);
    jobs.handle('test.greet', greet);
    other.handle('test.greet', greet);
    await sql`DROP SCHEMA pgboss CASCADE`.execute(test.database.db);
    await Promise.all([installJobs(test.database), installJobs(test.database)]);
    await Promise.all([jobs.start(), other.start()]);
    const names = Array.from({ length: 20 }, (_, index) => `guest ${index}`);
    await test.database.transaction(async (tx) => {
      for (const to of names) await jobs.enqueue(tx, 'test.greet', { to });
    });
    await vi.waitFor(() => expect(greeted).toHaveLength(names.length), WAIT);
    await other.stop();
    expect(greeted.toSorted()).toEqual(names.toSorted());
  });
});

async function jobStates({ database }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM pgboss.job WHERE name = 'test.greet'`.execute(database.db);
  return rows.map((row) => row.state);
}
