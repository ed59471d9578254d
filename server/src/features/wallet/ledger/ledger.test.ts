import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database.fixture.ts';
import { postTransfers } from './ledger.repository.ts';
import { credit, give, hold, release, takeBack, type Transfer } from './transfers.policy.ts';
import '../wallet.tables.ts';

let test: TestDatabase;
let next = 0;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.cleanup());

const fresh = () => `test:${(next += 1)}`;

async function person(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at, created_at)
    VALUES (${`_p${(next += 1)}.${process.pid}`}, 'P', true, '2000-01-01', 'female', 'India', 'Goa', now(), now())
    RETURNING id`.execute(test.database.db);
  return rows[0]?.id ?? 0;
}

const post = (...transfers: Transfer[]) => test.database.transaction((tx) => postTransfers(tx, transfers));

const line = { type: 'credit', description: 'x' } as const;

it('R-08, R-10: credits, gifts, holds and reversals keep the accounts of each origin separate', async () => {
  const [ann, ben] = [await person(), await person()];
  const bought = credit(
    { cause: fresh(), kind: 'recharge', amount: 10_000 },
    { payee: ann, origin: 'bought', line },
  );
  expect(await post(bought, bought)).toMatchObject([
    { status: 'posted', payee: { balance: 10_000, bought: 10_000 } },
    { status: 'repeated' },
  ]);
  expect(await post({ ...bought, amount: 5 })).toMatchObject([{ status: 'conflict' }]);
  const gift = (amount: number) =>
    give(
      { cause: fresh(), kind: 'gift', amount },
      { payer: ann, payee: ben, payerLine: { ...line, type: 'gift_sent' }, payeeLine: line },
    );
  expect(await post(gift(4000), gift(7000), gift(6000))).toMatchObject([
    { status: 'posted', payer: { balance: 6000 }, payee: { earned: 4000 } },
    { status: 'insufficient', payer: { balance: 6000 } },
    { status: 'posted', payer: { balance: 0 }, payee: { earned: 10_000 } },
  ]);
  const [held] = await post(hold({ cause: fresh(), kind: 'hold', amount: 3000 }, { userId: ben, line }));
  expect(held).toMatchObject({ status: 'posted', payer: { balance: 7000, held: { earned: 3000 } } });
  const [back] = await post(
    takeBack(
      { cause: fresh(), kind: 'refund', amount: 10_000 },
      { payer: ann, origin: 'bought', reverses: null, line },
    ),
  );
  expect(back).toMatchObject({ payer: { balance: 0, debt: -10_000 } });
  const parts = { bought: 0, earned: 3000, given: 0 };
  expect(
    await post(release({ cause: fresh(), kind: 'release' }, { userId: ben, parts, line })),
  ).toMatchObject([{ payer: { balance: 10_000, held: { earned: 0 } } }]);
  expect(
    await post(
      credit({ cause: fresh(), kind: 'bonus', amount: 12_000 }, { payee: ann, origin: 'given', line }),
    ),
  ).toMatchObject([{ payee: { balance: 2000, given: 2000, debt: 0 } }]);
});
