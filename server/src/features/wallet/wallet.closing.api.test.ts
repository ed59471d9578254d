import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { startCoins, type Holder } from './coins-app.fixture.ts';
import { checkLedger } from './ledger/ledger-check.service.ts';

async function startClosing() {
  const fixture = await startCoins();
  const { client } = fixture;
  return {
    ...fixture,
    boss: await fixture.admin(),
    deleteAccount: (user: Holder) => client('DELETE /users/me', { body: { password: PASSWORD } }, user),
  };
}

it('SV-13: an account can’t be deleted while a payout is pending or approved', async () => {
  const { person, boss, deleteAccount, waiting, decide, wallet } = await startClosing();
  const ann = await person({ earned: 600 });
  const id = await waiting(ann, 500);
  const isRefused = async () => {
    const { status, error } = await deleteAccount(ann);
    expect([status, error]).toEqual([
      400,
      {
        code: 'payout_pending',
        detail: 'Wait until your payout request is decided, then delete your account',
      },
    ]);
  };
  await isRefused();
  await decide(boss, id, { status: 'approved' });
  await isRefused();
  expect(await wallet(ann)).toMatchObject({ balance: 100, held: 500 });
  await decide(boss, id, { status: 'paid' });
  expect((await deleteAccount(ann)).status).toBe(200);
});

it('SV-13, R-08: the remaining coins return to the platform, and the payee is deleted', async () => {
  const { person, client, deleteAccount, wallet, database } = await startClosing();
  const ann = await person({ bought: 10, earned: 20.5, given: 3 });
  const payee = { kind: 'upi', name: 'Ann', account: 'ann@bank' } as const;
  await client('POST /wallet/payee', { body: payee }, ann);
  expect((await deleteAccount(ann)).status).toBe(200);
  expect(await wallet(ann)).toEqual({ balance: 0, currency: 'COIN', payable: 0, held: 0 });
  const { rows } = await database.pool.query('SELECT FROM payees WHERE user_id = $1', [ann.userId]);
  expect(rows).toEqual([]);
  const closed = await database.db
    .selectFrom('ledger_transfers')
    .select('kind')
    .where('cause', '=', `closed:${ann.userId}`)
    .execute();
  expect(closed).toEqual([{ kind: 'closed' }]);
  expect((await checkLedger(database)).report).not.toContain('WRONG');
});

it('SV-13: an empty wallet is closed without a transfer', async () => {
  const { person, deleteAccount, database } = await startClosing();
  const ann = await person();
  expect((await deleteAccount(ann)).status).toBe(200);
  const { rows } = await database.pool.query('SELECT FROM ledger_entries WHERE user_id = $1', [ann.userId]);
  expect(rows).toEqual([]);
});

it('SV-13: of a concurrent deletion and payout request one succeeds', async () => {
  const { person, deleteAccount, requestPayout, wallet } = await startClosing();
  for (let round = 0; round < 5; round += 1) {
    const ann = await person({ earned: 500 });
    const [deleted, requested] = await Promise.all([deleteAccount(ann), requestPayout(ann, 500)]);
    expect([deleted.status === 200, requested.status === 200].filter(Boolean)).toHaveLength(1);
    expect(await wallet(ann)).toMatchObject({ balance: 0, held: requested.status === 200 ? 500 : 0 });
  }
});
