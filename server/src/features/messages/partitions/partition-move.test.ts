import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql, type KyselyPlugin } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase, type Database } from '../../../platform/database/index.ts';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../../test/database.fixture.ts';
import { PUSH_KEYS } from '../../../test/server-process.fixture.ts';
import { createPartitionCommands } from './partitions.commands.ts';
import { readStored, startWriting } from './partition-move.fixture.ts';
import { readForm, readMove } from './partition-move.repository.ts';
import { cancelMove, moveToPartitions, takeStep, type Step } from './partition-move.service.ts';

const isOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
/** Otherwise the databases of all tests have been moved already. */
const isWhole = process.env['TEST_PARTITIONS'] !== 'on';

async function open() {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  const url =
    'connectionString' in database.pool.options ? database.pool.options.connectionString : undefined;
  return { database, url: String(url) };
}

/** Another process of the installation: what happens to its connections does not concern the writers'. */
async function openSecond(databaseUrl: string): Promise<Database> {
  const second = await openDatabase({ databaseUrl, dataDir: tmpdir(), logger: silentLogger });
  onTestFinished(() => second.close());
  return second;
}

/**
 * A database whose transactions lose their connection after the given statement. `wasCut` says whether one was that long.
 */
function cutAfter(database: Database, statement: number, admin: Database) {
  let wasCut = false;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      let count = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          count += 1;
          if (count === statement) {
            wasCut = true;
            await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(admin.db);
          }
          return result;
        },
      };
      return work(tx.withPlugin(plugin));
    });
  return { transaction, wasCut: () => wasCut };
}

/** Everything that the move must leave as it was: columns, indexes, triggers. */
async function describeMessages({ db }: Database) {
  const { rows: columns } = await sql`
    SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull FROM pg_attribute
    WHERE attrelid = 'messages'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(db);
  const { rows: indexes } = await sql`
    SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ONLY ', ' ') AS definition
    FROM pg_index WHERE indrelid = 'messages'::regclass ORDER BY 1`.execute(db);
  const { rows: triggers } = await sql`
    SELECT pg_get_triggerdef(oid) FROM pg_trigger
    WHERE tgrelid = 'messages'::regclass AND NOT tgisinternal ORDER BY tgname`.execute(db);
  return { columns, indexes, triggers };
}

/** Returns all columns of the messages and the transaction that stored each, by key. */
async function readWhole({ db }: Database): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; row: unknown }>`
    SELECT conversation_id || ' ' || sequence AS key,
           to_jsonb(m) || jsonb_build_object('stored_by', coalesce(stored_by, m.xmin::text::bigint)) AS row
    FROM messages m`.execute(db);
  return new Map(rows.map(({ key, row }) => [key, row]));
}

describe.runIf(isOnPostgres && isWhole)('CL-06: messages move to partitions', () => {
  it('interrupted at every statement of every step, while messages are written, edited and deleted, nothing is lost, double or refused', async () => {
    const { database, url } = await open();
    const mover = await openSecond(url);
    const writing = await startWriting(database, 5);
    onTestFinished(writing.stop);
    await writing.fill(300);
    const before = await describeMessages(database);
    const steps: Step[] = [];
    let cuts = 0;
    for (let statement = 1; steps.at(-1) !== 'done'; statement += 1) {
      const cut = cutAfter(mover, statement, database);
      const [taken, written] = await Promise.allSettled([takeStep(cut, { batch: 100 }), writing.next()]);
      expect(written).toMatchObject({ status: 'fulfilled' });
      if (taken.status === 'fulfilled') {
        steps.push(taken.value.step);
        statement = 0;
      } else if (cut.wasCut()) {
        cuts += 1;
      } else {
        // A writer held a lock: the same once more.
        expect(taken.reason).toMatchObject({ code: '55P03' });
        statement -= 1;
      }
    }
    expect(cuts).toBeGreaterThan(80);
    expect(new Set(steps)).toEqual(
      new Set(['vacuum held off', 'begun', 'copied', 'last copied', 'analyzed', 'done']),
    );
    expect(steps.filter((step) => step === 'copied').length).toBeGreaterThan(2);
    expect(await readForm(database.db)).toBe('partitioned');
    expect(await readStored(database)).toEqual(writing.known());
    expect(await describeMessages(database)).toEqual(before);
    for (let more = 0; more < 12; more += 1) await writing.next();
    expect(await readStored(database)).toEqual(writing.known());
  });

  it('what nobody changes keeps every column, and the transaction that stored it (SV-40)', async () => {
    const { database } = await open();
    const writing = await startWriting(database, 3);
    onTestFinished(writing.stop);
    await writing.fill(200);
    for (let turn = 0; turn < 30; turn += 1) await writing.next();
    const before = await readWhole(database);
    await moveToPartitions(database, { batch: 50 });
    expect(await readWhole(database)).toEqual(before);
  });

  it('a process that is killed leaves a move that goes on, and two may move at once', async () => {
    const { database, url } = await open();
    const writing = await startWriting(database, 40);
    onTestFinished(writing.stop);
    for (let batch = 0; batch < 40; batch += 1) await writing.fill(500);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-partitions-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const file = path.join(import.meta.dirname, '../../../admin.ts');
    const env = {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      REDIS_URL: '',
      ...PUSH_KEYS,
      JWT_SECRET: 'a secret of a test, long enough for the server',
    };
    const run = () => promisify(execFile)(process.execPath, [file, 'partition-messages'], { env });
    const first = run();
    const died = first.catch((error: unknown) => error);
    await vi.waitFor(async () => expect((await readMove(database.db))?.copied ?? 0).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 5,
    });
    first.child.kill('SIGKILL');
    expect(await died).toMatchObject({ signal: 'SIGKILL' });
    expect(await readForm(database.db)).toBe('whole');
    for (let turn = 0; turn < 12; turn += 1) await writing.next();
    const [second] = await Promise.all([run(), moveToPartitions(database)]);
    expect(second.stdout.trim()).toMatch(/^The messages are in partitions/);
    expect(await readStored(database)).toEqual(writing.known());
  });

  it('begins anew when a migration changes the table meanwhile, which harms no write, and can be given up', async () => {
    const { database } = await open();
    const writing = await startWriting(database, 3);
    onTestFinished(writing.stop);
    await writing.fill(100);
    const before = await describeMessages(database);
    while ((await takeStep(database, { batch: 50 })).step !== 'copied');
    expect(await cancelMove(database)).toBe(true);
    expect(await cancelMove(database)).toBe(false);
    expect(await describeMessages(database)).toEqual(before);

    let cancelled: Promise<boolean> | undefined;
    const onStep = (step: Step) => void (step === 'copied' && (cancelled ??= cancelMove(database)));
    await expect(moveToPartitions(database, { batch: 50, onStep })).rejects.toThrow('given up');
    expect(await cancelled).toBe(true);
    expect(await describeMessages(database)).toEqual(before);

    while ((await takeStep(database, { batch: 50 })).step !== 'copied');
    await sql`ALTER TABLE messages ADD COLUMN mood text`.execute(database.db);
    await writing.next();
    const steps: Step[] = [];
    await moveToPartitions(database, { batch: 50, onStep: (step) => void steps.push(step) });
    expect(steps).toContain('begun anew');
    await sql`UPDATE messages SET mood = 'well'`.execute(database.db);
    expect(await readStored(database)).toEqual(writing.known());
    expect(await takeStep(database)).toEqual({ step: 'done', copied: 0 });
    expect(await cancelMove(database)).toBe(false);
  });
});

describe.skipIf(isOnPostgres)('CL-06: on the embedded engine', () => {
  it('the messages are in one table, and the command says so', async () => {
    const { database } = await open();
    expect(await readForm(database.db)).toBe('whole');
    const command = createPartitionCommands(database)['partition-messages'];
    await expect(command?.run([], () => undefined)).rejects.toThrow('Only a PostgreSQL server');
  });
});
