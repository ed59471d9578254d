import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.fixture.ts';
import { giveCoins, walletOf } from '../wallet.fixture.ts';
import '../wallet.tables.ts';
import { postTransfers } from './ledger.repository.ts';
import { credit, give } from './transfers.policy.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.cleanup());

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => test.database.transaction(work);

async function person(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    VALUES (${`_p${randomUUID()}`}, 'P', true, '2000-01-01', 'female', 'India', 'Goa')
    RETURNING id`.execute(test.database.db);
  return rows[0]?.id ?? 0;
}

it.each(['ledger_transfers', 'ledger_entries'])('R-08, SV-83: %s is append-only', async (table) => {
  await giveCoins(test.database, await person(), 5);
  const name = sql.table(table);
  const column = sql.ref(table === 'ledger_transfers' ? 'kind' : 'account');
  for (const statement of [
    sql`UPDATE ${name} SET ${column} = ${column}`,
    sql`DELETE FROM ${name}`,
    sql`TRUNCATE ${name} CASCADE`,
  ])
    await expect(statement.execute(test.database.db)).rejects.toThrow('is append-only');
});

it('R-08: the ledger refuses entries that do not sum to zero', async () => {
  const ann = await person();
  const insert = (tx: Tx, amounts: readonly number[]) =>
    sql`
    WITH transfer AS (
      INSERT INTO ledger_transfers (cause, fingerprint, kind) VALUES (${`test:${randomUUID()}`}, '', 'test') RETURNING id
    )
    INSERT INTO ledger_entries (transfer_id, line, account, user_id, amount)
    SELECT id, line, 'bought', ${ann}, amount FROM transfer,
      unnest(${amounts}::bigint[]) WITH ORDINALITY AS given (amount, line)`.execute(tx);
  await expect(inTransaction((tx) => insert(tx, [100, -99]))).rejects.toThrow('do not sum to zero');
  await expect(inTransaction((tx) => insert(tx, [100]))).rejects.toThrow('do not sum to zero');
  const { rows } = await sql`SELECT FROM ledger_entries WHERE user_id = ${ann}`.execute(test.database.db);
  expect(rows).toEqual([]);
  await inTransaction((tx) => insert(tx, [100, -100]));
});

it('R-08, SV-83: the database refuses a balance below zero and an empty transfer', async () => {
  const ann = await person();
  const { db } = test.database;
  const spend = sql`UPDATE wallets SET balance = -1, bought = -1 WHERE user_id = ${ann}`;
  await expect(spend.execute(db)).rejects.toThrow('check constraint');
  const drift = sql`UPDATE wallets SET balance = 5 WHERE user_id = ${ann}`;
  await expect(drift.execute(db)).rejects.toThrow('check constraint');
  const line = { type: 'credit', description: 'x' } as const;
  for (const amount of [0, -100]) {
    const nothing = credit(
      { cause: randomUUID(), kind: 'test', amount },
      { payee: ann, origin: 'given', line },
    );
    await expect(inTransaction((tx) => postTransfers(tx, [nothing]))).rejects.toThrow('above zero');
  }
});

it(
  'R-08: of two hundred concurrent gifts of 5 from 100 exactly twenty arrive',
  { timeout: 60_000 },
  async () => {
    const [ann, ben, eve] = [await person(), await person(), await person()];
    await giveCoins(test.database, ann, 100);
    const gift = (payee: number) =>
      give(
        { cause: `test:${randomUUID()}`, kind: 'gift', amount: 500 },
        {
          payer: ann,
          payee,
          payerLine: { type: 'gift_sent', description: 'x' },
          payeeLine: { type: 'credit', description: 'x' },
        },
      );
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        test.database.transaction((tx) => postTransfers(tx, [gift(n % 2 === 0 ? ben : eve)])),
      ),
    );
    const count = (status: string) => answers.flat().filter((posted) => posted.status === status).length;
    expect([count('posted'), count('insufficient')]).toEqual([20, 180]);
    const has = async (userId: number) => (await walletOf(test.database, userId)).balance;
    expect([await has(ann), (await has(ben)) + (await has(eve))]).toEqual([0, 100]);
  },
);

it(
  'R-08: concurrent gifts in both directions neither deadlock nor lose a coin',
  { timeout: 60_000 },
  async () => {
    const people = [await person(), await person(), await person()];
    for (const userId of people) await giveCoins(test.database, userId, 50);
    const line = { type: 'credit', description: 'x' } as const;
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, n) => {
        const [payer = 0, payee = 0] = [people[n % 3], people[(n + 1 + (n % 2)) % 3]];
        const basics = { cause: `test:${randomUUID()}`, kind: 'gift', amount: 100 };
        const gift = give(basics, { payer, payee, payerLine: line, payeeLine: line });
        return test.database.transaction((tx) => postTransfers(tx, [gift]));
      }),
    );
    expect(answers).toHaveLength(150);
    const balances = await Promise.all(people.map((userId) => walletOf(test.database, userId)));
    expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(150);
  },
);

it(
  'R-09: of the same credit posted fifty times concurrently, one is posted',
  { timeout: 60_000 },
  async () => {
    const ann = await person();
    const same = credit(
      { cause: `test:${randomUUID()}`, kind: 'test', amount: 700 },
      { payee: ann, origin: 'given', line: { type: 'credit', description: 'x' } },
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => test.database.transaction((tx) => postTransfers(tx, [same]))),
    );
    expect(answers.flat().filter(({ status }) => status === 'posted')).toHaveLength(1);
    expect(answers.flat().filter(({ status }) => status === 'repeated')).toHaveLength(49);
    expect((await walletOf(test.database, ann)).balance).toBe(7);
  },
);

it('R-09, SV-83: one cause for two users concurrently pays one of them', { timeout: 60_000 }, async () => {
  const people = await Promise.all(Array.from({ length: 8 }, person));
  const cause = `test:${randomUUID()}`;
  const line = { type: 'credit', description: 'x' } as const;
  const answers = await Promise.all(
    people.map((payee) => {
      const bonus = credit({ cause, kind: 'test', amount: 100 }, { payee, origin: 'given', line });
      return test.database.transaction((tx) => postTransfers(tx, [bonus]));
    }),
  );
  const statuses = answers.flat().map(({ status }) => status);
  expect(statuses.filter((status) => status === 'posted')).toHaveLength(1);
  expect(statuses.filter((status) => status === 'conflict')).toHaveLength(7);
  const balances = await Promise.all(people.map((userId) => walletOf(test.database, userId)));
  expect(balances.filter(({ balance }) => balance > 0)).toHaveLength(1);
});
