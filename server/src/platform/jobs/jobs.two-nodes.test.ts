import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { openDatabase } from '../database/index.ts';
import { createJobs } from './index.ts';

const postgres = process.env['TEST_DATABASE_URL'];
const STUCK_NODE = fileURLToPath(new URL('./stuck-node.fixture.ts', import.meta.url));
/** Longer than the poll interval, so that the other node checks for jobs meanwhile. */
const LONG_JOB_MS = 5_000;
/** The check for lost jobs runs every 15 s. */
const WAIT = { timeout: 60_000, interval: 50 };
const TIMEOUT_MS = 120_000;

/** Opens nodes with separate pools on one PostgreSQL database. */
async function openNodes(count: number) {
  const test = await createTestDatabase({ engine: 'postgres' });
  const databaseUrl = test.database.pool.options.connectionString ?? '';
  const open = async () => {
    const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), logger: silentLogger });
    return { database, jobs: createJobs(database, silentLogger, { stopGraceMs: 10 }) };
  };
  const nodes = await Promise.all(Array.from({ length: count }, open));
  onTestFinished(async () => {
    for (const { jobs, database } of nodes) {
      await jobs.stop();
      await database.close();
    }
    await test.cleanup();
  });
  return { nodes, databaseUrl, database: test.database };
}

describe.runIf(postgres)('jobs of two nodes', () => {
  it('R-01: a job that takes longer than the poll interval runs once', { timeout: TIMEOUT_MS }, async () => {
    const { nodes, database } = await openNodes(2);
    const greeted: string[] = [];
    for (const { jobs } of nodes)
      jobs.handle('test.greet', async ({ to }) => {
        greeted.push(to);
        await delay(LONG_JOB_MS);
      });
    await Promise.all(nodes.map(({ jobs }) => jobs.start()));
    const names = ['Asha', 'Bela', 'Chitra', 'Devi', 'Esha', 'Farah'];
    await database.transaction(async (tx) => {
      for (const to of names) await nodes[0]?.jobs.enqueue(tx, 'test.greet', { to });
    });
    await vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM pgboss.job WHERE name = 'test.greet' AND state = 'completed'`.execute(database.db);
      expect(rows).toHaveLength(names.length);
    }, WAIT);
    expect(greeted.toSorted()).toEqual(names);
  });

  it('R-01: a recurring job runs once for both', { timeout: TIMEOUT_MS }, async () => {
    const { nodes, database } = await openNodes(2);
    const runs: number[] = [];
    nodes.forEach(({ jobs }, node) =>
      jobs.every('test.sweep', '* * * * *', async () => void runs.push(node)),
    );
    await Promise.all(nodes.map(({ jobs }) => jobs.start()));
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(0), WAIT);
    // By then the other node has polled too.
    await delay(LONG_JOB_MS);
    const { rows } = await sql<{ minutes: number }>`
      SELECT count(DISTINCT date_trunc('minute', created_on))::int AS minutes
      FROM pgboss.job WHERE name = 'test.sweep'`.execute(database.db);
    expect(runs).toHaveLength(rows[0]?.minutes ?? 0);
  });

  it('R-21: a job of a killed node is completed by the other', { timeout: TIMEOUT_MS }, async () => {
    const { nodes, database, databaseUrl } = await openNodes(1);
    const [here] = nodes;
    const child = spawn(process.execPath, [STUCK_NODE, databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = createInterface({ input: child.stdout });
    await once(said, 'line');
    const begun = once(said, 'line');
    await database.transaction(async (tx) => here?.jobs.enqueue(tx, 'test.greet', { to: 'Asha' }));
    expect(await begun).toEqual(['begun']);
    const greeted: string[] = [];
    here?.jobs.handle('test.greet', async ({ to }) => void greeted.push(to));
    await here?.jobs.start();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // Simulates a heartbeat long ago.
    await sql`
      UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE name = 'test.greet'`.execute(
      database.db,
    );
    await vi.waitFor(() => expect(greeted).toEqual(['Asha']), WAIT);
  });
});
