import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { openDatabase } from './index.ts';

const WRITER = fileURLToPath(new URL('./row-writer.fixture.ts', import.meta.url));
const KILLS = 4;
/** Every kill starts a process, which is slow on a busy machine. */
const TIMEOUT_MS = 120_000;

describe('the embedded engine and its folder', () => {
  let folder: string;
  let dataDir: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'adda-durability-'));
    const original = await openDatabase({ dataDir: path.join(folder, 'original'), logger: silentLogger });
    await original.close();
  });

  beforeEach(async ({ task }) => {
    dataDir = path.join(folder, task.id);
    await cp(path.join(folder, 'original'), dataDir, { recursive: true });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'R-21: keeps every acknowledged row when the process is killed',
    async () => {
      const acknowledged: number[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        acknowledged.push(...(await writeAndKill(dataDir, kill * 1_000_000, 20 + kill * 37)));
      }
      const database = await openDatabase({ dataDir, logger: silentLogger });
      const { rows } = await sql<{ id: number }>`SELECT id FROM rows_written`.execute(database.db);
      await database.close();
      const stored = new Set(rows.map((row) => row.id));
      expect(acknowledged.length).toBeGreaterThan(KILLS * 20);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'R-21: refuses the folder to a second process, and releases it when the first is killed',
    async () => {
      const first = startWriter(dataDir, 1);
      await first.ready;
      const attempt = openDatabase({ dataDir, logger: silentLogger });
      await expect(attempt).rejects.toThrow(
        `The data folder ${dataDir} is already in use by another running server`,
      );
      const second = startWriter(dataDir, 2);
      const [code] = await once(second.child, 'exit');
      expect(code).not.toBe(0);
      await first.kill();
      const database = await openDatabase({ dataDir, logger: silentLogger });
      await expect(openDatabase({ dataDir, logger: silentLogger })).rejects.toThrow('already in use');
      await database.close();
    },
    TIMEOUT_MS,
  );

  it('R-21: keeps its rows after a restart', async () => {
    const first = await openDatabase({ dataDir, logger: silentLogger });
    await sql`CREATE TABLE notes AS SELECT 'kept' AS text`.execute(first.db);
    await first.close();
    const second = await openDatabase({ dataDir, logger: silentLogger });
    expect((await sql`SELECT text FROM notes`.execute(second.db)).rows).toEqual([{ text: 'kept' }]);
    await second.close();
  });
});

/** Lets a process write until it has acknowledged `count` rows, then kills it. Returns all acknowledged ids. */
async function writeAndKill(dataDir: string, firstId: number, count: number): Promise<number[]> {
  const writer = startWriter(dataDir, firstId);
  const ids: number[] = [];
  for await (const line of writer.lines) {
    if (line !== 'ready') ids.push(Number(line));
    if (ids.length === count) await writer.kill();
  }
  return ids;
}

function startWriter(dataDir: string, firstId: number) {
  const child = spawn(process.execPath, [WRITER, dataDir, String(firstId)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { child, lines, kill, ready: once(lines, 'line') };
}
