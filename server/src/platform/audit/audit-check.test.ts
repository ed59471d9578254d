import { sql, type RawBuilder } from 'kysely';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import type { Database, Tx } from '../database/index.ts';
import { checkAudit, writeAudit } from './index.ts';

const range = (length: number) => Array.from({ length }, (_, n) => n + 1);

class Undone extends Error {}

/** Runs the work in a transaction that is rolled back. Returns the result of the work. */
async function rolledBack<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  const run = database.transaction(async (tx) => {
    result = { value: await work(tx) };
    throw new Undone();
  });
  await expect(run).rejects.toThrow(Undone);
  if (!result) throw new Error('The work answered nothing.');
  return result.value;
}

async function openAudit(entries: number) {
  const { database, cleanup } = await createTestDatabase();
  const write = (n: number) =>
    database.transaction((tx) =>
      writeAudit(tx, { actorId: n % 2 ? n : null, action: 'test', target: `thing:${n}`, details: { n } }),
    );
  for (const n of range(entries)) await write(n);
  return {
    database,
    cleanup,
    write,
    check: (head?: string) => checkAudit(database.db, head),
    /** Returns the check's problem after a superuser has changed rows without the triggers. */
    tampered: (changes: readonly RawBuilder<unknown>[], head?: string) =>
      rolledBack(database, async (tx) => {
        for (const table of ['audit_entries', 'audit_chain', 'audit_head'])
          await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(tx);
        for (const change of changes) await change.execute(tx);
        return checkAudit(tx, head);
      }),
  };
}

let shared: ReturnType<typeof openAudit> | undefined;
/** A shared database with five entries, which no test changes. */
const startAudit = () => (shared ??= openAudit(5));
afterAll(async () => (await shared)?.cleanup());

/** A database of the test's own. */
async function startEmpty() {
  const fixture = await openAudit(0);
  onTestFinished(fixture.cleanup);
  return fixture;
}

it('SV-105: an empty audit is valid, and each entry moves the head', async () => {
  const { check, write } = await startEmpty();
  expect(await check()).toEqual({ ok: true, entries: 0, head: null, problem: null });
  await write(1);
  const first = await check();
  expect(first).toEqual({
    ok: true,
    entries: 1,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    problem: null,
  });
  await write(2);
  const second = await check(first.head ?? '');
  expect(second).toMatchObject({ ok: true, entries: 2 });
  expect(second.head).not.toBe(first.head);
});

it('SV-105: a rollback leaves no trace in the chain', async () => {
  const { database, check, write } = await startEmpty();
  await write(1);
  const failing = database.transaction(async (tx) => {
    await writeAudit(tx, { actorId: 1, action: 'test', target: 'thing:x' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await write(2);
  expect(await check()).toMatchObject({ ok: true, entries: 2 });
});

it("SV-105: entries and their chain can't be changed or removed", async () => {
  const { database } = await startAudit();
  const changes = [
    sql`UPDATE audit_entries SET target = 'user:eve'`,
    sql`DELETE FROM audit_entries WHERE id = 1`,
    sql`TRUNCATE audit_entries`,
    sql`UPDATE audit_chain SET hash = repeat('0', 64)`,
    sql`DELETE FROM audit_chain WHERE position = 2`,
    sql`TRUNCATE audit_chain`,
    sql`DELETE FROM audit_head`,
  ];
  for (const change of changes) await expect(change.execute(database.db)).rejects.toThrow('is append-only');
});

it.each<[string, readonly RawBuilder<unknown>[], RegExp]>([
  ['changed target', [sql`UPDATE audit_entries SET target = 'x' WHERE id = 3`], /^Entry 3 .* does not fit/],
  ['changed actor', [sql`UPDATE audit_entries SET actor_id = 99 WHERE id = 3`], /^Entry 3 .* does not fit/],
  ['changed action', [sql`UPDATE audit_entries SET action = 'x' WHERE id = 1`], /^Entry 1 .* does not fit/],
  [
    'changed detail',
    [sql`UPDATE audit_entries SET details = '{"n": 4}' WHERE id = 3`],
    /^Entry 3 .* not fit/,
  ],
  [
    'changed time',
    [sql`UPDATE audit_entries SET created_at = created_at - interval '1 ms' WHERE id = 5`],
    /^Entry 5 .* does not fit/,
  ],
  ['removed entry', [sql`DELETE FROM audit_entries WHERE id = 2`], /^Entry 2 at place 2 is gone/],
  [
    'removed entry and link',
    [sql`DELETE FROM audit_entries WHERE id = 2`, sql`DELETE FROM audit_chain WHERE entry_id = 2`],
    /^The chain has nothing at place 2/,
  ],
  [
    'removed entry and link, the rest moved up',
    [
      sql`DELETE FROM audit_entries WHERE id = 2`,
      sql`DELETE FROM audit_chain WHERE entry_id = 2`,
      sql`UPDATE audit_chain SET position = position - 1 + 100 WHERE position > 2`,
      sql`UPDATE audit_chain SET position = position - 100 WHERE position > 100`,
      sql`UPDATE audit_head SET position = 4`,
    ],
    /^Entry 3 at place 2 does not fit/,
  ],
  [
    'inserted entry',
    [sql`INSERT INTO audit_entries (actor_id, action, target, details) VALUES (1, 'x', 'y', '{}')`],
    /^Entry 6 is not in the chain/,
  ],
  [
    'swapped entries',
    [
      sql`UPDATE audit_chain SET position = 100 WHERE position = 2`,
      sql`UPDATE audit_chain SET position = 2 WHERE position = 3`,
      sql`UPDATE audit_chain SET position = 3 WHERE position = 100`,
    ],
    /^Entry 3 at place 2 does not fit/,
  ],
  [
    'truncated tail',
    [sql`DELETE FROM audit_entries WHERE id > 3`, sql`DELETE FROM audit_chain WHERE entry_id > 3`],
    /^The chain ends at place 3 of 5/,
  ],
  ['changed head', [sql`UPDATE audit_head SET hash = repeat('0', 64)`], /^The head of the chain is not/],
  ['head set back', [sql`UPDATE audit_head SET position = 4`], /^The chain goes on after its head/],
  ['missing head', [sql`DELETE FROM audit_head`], /^The head of the chain is gone/],
])('SV-105: a check finds: %s', async (_name, changes, problem) => {
  const { check, tampered } = await startAudit();
  expect(await check()).toMatchObject({ ok: true, entries: 5 });
  expect(await tampered(changes)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});

it('SV-105: a tail cut off together with the head is detected with a known head', async () => {
  const { check, tampered } = await startAudit();
  const { head } = await check();
  const cut = [
    sql`DELETE FROM audit_entries WHERE id > 3`,
    sql`DELETE FROM audit_chain WHERE entry_id > 3`,
    sql`UPDATE audit_head SET (position, hash) = (SELECT position, hash FROM audit_chain WHERE position = 3)`,
  ];
  expect(await tampered(cut)).toMatchObject({ ok: true, entries: 3 });
  expect(await tampered(cut, head ?? '')).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^The head that you know is not in the chain/),
  });
});

it('SV-105: fifty concurrent commands that lock rows in different orders all join the chain without a deadlock', async () => {
  const { database, check } = await startEmpty();
  await sql`CREATE TABLE locked (id int PRIMARY KEY, times int NOT NULL DEFAULT 0)`.execute(database.db);
  await sql`INSERT INTO locked (id) SELECT generate_series(1, 6)`.execute(database.db);
  let tries = 0;
  const command = (n: number) =>
    database.transaction(async (tx) => {
      tries += 1;
      const lock = (id: number) => sql`UPDATE locked SET times = times + 1 WHERE id = ${id}`.execute(tx);
      const write = () => writeAudit(tx, { actorId: n, action: 'test', target: `thing:${n}` });
      // Some write before they lock shared rows, some after: the chain itself has to be locked last.
      await lock((n % 5) + 1);
      if (n % 2) await write();
      await lock(6);
      await write();
    });
  await Promise.all(range(50).map(command));
  expect(tries).toBe(50);
  expect(await check()).toMatchObject({ ok: true, entries: 75 });
});
