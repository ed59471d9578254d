import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTemplate, silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { embeddedTemplate } from '../../test/embedded-database.fixture.ts';
import type { EmbeddedStart } from './embedded-stream.ts';
import { openDatabase } from './index.ts';
import { startMaintenance } from './maintenance.ts';
import { MIGRATIONS_FOLDER } from './migrations.ts';

describe('the embedded engine', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'adda-engine-'));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('rejects pending queries when it fails, and reports the failure once', async () => {
    const onEngineFailure = vi.fn<(error: Error) => void>();
    const dumpFile = await embeddedTemplate(await readTemplate(MIGRATIONS_FOLDER));
    const database = await openDatabase({ dataDir, dumpFile, logger: silentLogger, onEngineFailure });
    await database.pool.query('CREATE TABLE notes (id bigint)');
    // The engine exits when it waits for data that no client sends.
    const deadly = database.pool.query('COPY notes FROM STDIN');
    const waiting = database.pool.query('SELECT 1');
    await Promise.all(
      [deadly, waiting].map((query) => expect(query).rejects.toThrow('The embedded database engine stopped')),
    );
    await expect(database.pool.query('SELECT 1')).rejects.toThrow('The embedded database engine stopped');
    await vi.waitFor(() => expect(onEngineFailure).toHaveBeenCalledTimes(1));
    await database.close();
  });

  it('CL-04: keeps nothing of the results it has handed over', async () => {
    const dumpFile = await embeddedTemplate(await readTemplate(MIGRATIONS_FOLDER));
    // A heap that all results together would fill.
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { dumpFile } satisfies EmbeddedStart,
      resourceLimits: { maxOldGenerationSizeMb: 100 },
    });
    await once(worker, 'message');
    const ofOneMegabyte = Buffer.from("Q\0\0\0\0SELECT repeat('x', 1000000)\0");
    ofOneMegabyte.writeInt32BE(ofOneMegabyte.length - 1, 1);
    for (let count = 0; count < 200; count += 1) {
      const raw = new Uint8Array(ofOneMegabyte);
      worker.postMessage({ kind: 'data', connection: 1, raw }, [raw.buffer]);
      const [reply] = await once(worker, 'message');
      expect(reply.raw.length).toBeGreaterThan(1_000_000);
    }
    await worker.terminate();
  });

  it('R-21: runs off the event loop, which stays responsive during a long query', async () => {
    const { database, cleanup } = await createTestDatabase({ engine: 'embedded' });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await database.pool.query('SELECT count(*) FROM generate_series(1, 2000000)');
    clearInterval(turning);
    await cleanup();
    expect(turns).toBeGreaterThan(5);
  });

  it('checkpoints and vacuums after writes, and only then', async () => {
    const { database, cleanup } = await createTestDatabase({ engine: 'embedded' });
    const maintenance = startMaintenance(database.pool, silentLogger);
    await database.pool.query('CREATE TABLE notes AS SELECT generate_series(1, 100) AS id');
    const before = await redoPosition();
    await maintenance.checkpoint();
    const after = await redoPosition();
    expect(after).not.toBe(before);
    await maintenance.checkpoint();
    expect(await redoPosition()).toBe(after);
    await maintenance.vacuum();
    const { rows } = await database.pool.query("SELECT reltuples FROM pg_class WHERE relname = 'notes'");
    expect(rows).toEqual([{ reltuples: 100 }]);
    await maintenance.stop();
    await cleanup();

    async function redoPosition(): Promise<unknown> {
      const position = await database.pool.query('SELECT redo_lsn FROM pg_control_checkpoint()');
      return position.rows[0]?.redo_lsn;
    }
  });

  it('answers between two tables while it vacuums', async () => {
    const { database, cleanup } = await createTestDatabase({ engine: 'embedded' });
    const maintenance = startMaintenance(database.pool, silentLogger);
    const ended = new AbortController();
    const vacuumed = maintenance.vacuum().finally(() => ended.abort());
    let answers = 0;
    for (; !ended.signal.aborted; answers += 1) await database.pool.query('SELECT 1');
    await vacuumed;
    expect(answers).toBeGreaterThan(20);
    await maintenance.stop();
    await cleanup();
  });

  it('sends and receives values larger than one chunk of a stream', async () => {
    const { database, cleanup } = await createTestDatabase({ engine: 'embedded' });
    const text = 'é'.repeat(3_000_000);
    const { rows } = await database.pool.query('SELECT $1::text AS text', [text]);
    expect(rows[0]?.text === text).toBe(true);
    await cleanup();
  });
});
