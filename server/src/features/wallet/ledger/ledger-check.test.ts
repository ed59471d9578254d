import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createAdminCommands } from '../../../admin-commands.ts';
import { readConfig } from '../../../config.ts';
import { runCommand } from '../../../platform/admin-socket/index.ts';
import { createTestDatabase } from '../../../test/database.fixture.ts';
import { giveCoins } from '../wallet.fixture.ts';
import '../wallet.tables.ts';
import { checkLedger, createLedgerCommands } from './ledger-check.service.ts';
import { postTransfers } from './ledger.repository.ts';
import { give } from './transfers.policy.ts';

/** Creates a consistent ledger of two users; `plant` writes rows that the database would refuse. */
async function startLedger() {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    SELECT '_p' || n, 'P', true, '2000-01-01', 'female', 'India', 'Goa' FROM generate_series(1, 2) n
    RETURNING id`.execute(database.db);
  const [ann = 0, ben = 0] = rows.map(({ id }) => id);
  await giveCoins(database, ann, 100);
  const line = { type: 'credit', description: 'x' } as const;
  const gift = give(
    { cause: `test:${randomUUID()}`, kind: 'test', amount: 4000 },
    { payer: ann, payee: ben, payerLine: line, payeeLine: line },
  );
  await database.transaction((tx) => postTransfers(tx, [gift]));
  return {
    database,
    ann,
    ben,
    async plant(...faults: RawBuilder<unknown>[]) {
      const { db } = database;
      for (const table of ['ledger_transfers', 'ledger_entries', 'wallets'])
        await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db);
      for (const fault of faults) await fault.execute(db);
      const { isValid, report } = await checkLedger(database);
      expect(isValid).toBe(false);
      return report.split('\n').filter((said) => said.startsWith('  '));
    },
  };
}

const RIGHT = [
  '2 transfers, 4 entries, 2 wallets, 3 lines, 0 payouts',
  'the entries of every transfer sum to zero: ok',
  'every wallet is the sum of its entries: ok',
  'every balance is what it is made of, and not below zero: ok',
  'every line of a history has its transfer: ok',
  'what is held is what payouts wait for: ok',
];

it('R-08: the command reports its checks, and that all of them passed', async () => {
  const { database } = await startLedger();
  const commands = createAdminCommands({
    database,
    config: readConfig({ NODE_ENV: 'test' }),
    openStore: () => Promise.reject(new Error('no store is needed')),
  });
  const report = await runCommand(commands, { name: 'ledger', args: ['check'] });
  expect(report.split('\n').slice(0, RIGHT.length)).toEqual(RIGHT);
  expect(report).not.toContain('WRONG');
  for (const args of [[], ['fix'], ['check', 'it']])
    await expect(runCommand(commands, { name: 'ledger', args })).rejects.toThrow('ledger check');
});

it('the checks of other features run too, and an inconsistency fails the command', async () => {
  const { database } = await startLedger();
  const checks = [
    { name: 'every order is paid once', run: async () => ['order 7 is paid twice'] },
    { name: 'nobody spins too often', run: async () => [] },
  ];
  const report = [
    ...RIGHT,
    'every order is paid once: WRONG',
    '  order 7 is paid twice',
    'nobody spins too often: ok',
  ];
  const run = runCommand(createLedgerCommands(database, checks), { name: 'ledger', args: ['check'] });
  await expect(run).rejects.toThrow(report.join('\n'));
});

it('the check is read-only', async () => {
  const { database } = await startLedger();
  const writing = {
    name: 'writes',
    run: async (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => {
      await sql`UPDATE wallets SET debt = debt`.execute(tx);
      return [];
    },
  };
  await expect(checkLedger(database, [writing])).rejects.toThrow('read-only transaction');
});

it('R-08: finds entries that do not sum to zero, and a transfer without any', async () => {
  const { plant, ben } = await startLedger();
  const faults = await plant(
    sql`UPDATE ledger_entries SET amount = 3999 WHERE user_id = ${ben}`,
    sql`INSERT INTO ledger_transfers (cause, fingerprint, kind) VALUES ('nothing', '', 'test')`,
  );
  expect(faults).toEqual([
    expect.stringMatching(/^ {2}transfer \d+: its entries sum to -1$/),
    expect.stringMatching(/^ {2}transfer \d+ has no entries$/),
    `  wallet ${ben}: earned is 4000, its entries sum to 3999`,
  ]);
});

it('R-08, SV-83: finds a wallet that exceeds its entries, and entries of a user without a wallet', async () => {
  const { plant, ann, ben } = await startLedger();
  const faults = await plant(
    sql`UPDATE wallets SET balance = balance + 500, given = 500 WHERE user_id = ${ann}`,
    sql`DELETE FROM wallet_lines WHERE user_id = ${ben}`,
    sql`DELETE FROM wallets WHERE user_id = ${ben}`,
  );
  expect(faults.toSorted()).toEqual(
    [
      `  wallet ${ann}: given is 500, its entries sum to 0`,
      `  wallet ${ben}: earned is 0, its entries sum to 4000`,
    ].toSorted(),
  );
});

it('R-08: finds a balance that is not the sum of its parts, or below zero', async () => {
  const { plant, ann, ben, database } = await startLedger();
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = 'wallets'::regclass AND contype = 'c'`.execute(
    database.db,
  );
  for (const { name } of rows)
    await sql`ALTER TABLE wallets DROP CONSTRAINT ${sql.id(name)}`.execute(database.db);
  const faults = await plant(
    sql`UPDATE wallets SET balance = 1 WHERE user_id = ${ann}`,
    sql`UPDATE wallets SET balance = -4000, earned = -4000 WHERE user_id = ${ben}`,
  );
  expect(faults).toContain(`  wallet ${ann}: balance 1 is 6000 + 0 + 0, held 0 + 0 + 0, debt 0`);
  expect(faults).toContain(`  wallet ${ben}: balance -4000 is 0 + -4000 + 0, held 0 + 0 + 0, debt 0`);
});

it('R-08: finds a history entry that matches no transfer of its user', async () => {
  const { plant, ben } = await startLedger();
  const faults = await plant(sql`
    INSERT INTO wallet_lines (line_id, user_id, transfer_id, transaction_type, description, amount)
    SELECT 'invented', ${ben}, min(id), 'credit', 'x', 500 FROM ledger_transfers`);
  expect(faults).toEqual([
    expect.stringMatching(`line invented of ${ben}: transfer .* has no entry of theirs`),
  ]);
});

it('X-13: finds held coins without a payout, and a payout without its coins', async () => {
  const { plant, ann, ben } = await startLedger();
  const faults = await plant(
    sql`UPDATE wallets SET balance = balance - 700, bought = bought - 700, held_bought = 700 WHERE user_id = ${ann}`,
    sql`
      INSERT INTO payouts (payout_id, user_id, amount, hold_transfer_id, bought, earned, status)
      SELECT ${`payout_${'a'.repeat(24)}`}, ${ben}, 900, min(id), 600, 300, 'approved' FROM ledger_transfers`,
  );
  expect(faults).toContain(`  wallet ${ann}: held 700 + 0 + 0, payouts wait for 0 + 0 + 0`);
  expect(faults).toContain(`  wallet ${ben}: held 0 + 0 + 0, payouts wait for 0 + 300 + 0`);
});
