import { expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';
import { giveCoins } from '../wallet.fixture.ts';

/** The setting's default is 5,000. */
const LARGE = 5000.01;

async function startSecondApproval() {
  const fixture = await startCoins();
  const { client, admin, audit } = fixture;
  return {
    ...fixture,
    boss: await admin(),
    second: await admin(),
    one: async (by: Holder, payoutId: string) =>
      (await client('GET /admin/payouts/:payout_id', { params: { payout_id: payoutId } }, by)).data.payout,
    auditRows: async (payoutId: string) =>
      (await audit(`payout:${payoutId}`))
        .filter(({ action }) => action !== 'payout_read')
        .map(({ actor_id: actor, action }) => [actor, action]),
  };
}

it('SV-93: above FOUR_EYES_COINS the first approval waits for another administrator', async () => {
  const { person, boss, second, waiting, decide, wallet, one, auditRows, payoutsOf } =
    await startSecondApproval();
  const ann = await person({ bought: 100, earned: LARGE });
  const id = await waiting(ann, LARGE);
  const first = await decide(boss, id, { status: 'approved', note: 'Looks right' });
  expect([first.status, first.data]).toEqual([
    200,
    { message: 'Another administrator has to approve this as well', status: 'pending' },
  ]);
  expect((await payoutsOf(ann)).payouts).toMatchObject([{ status: 'pending', decided_at: null }]);
  const started = { username: boss.username, at: expect.any(String) };
  expect(await one(boss, id)).toMatchObject({
    first_approval: started,
    can_decide: true,
    can_approve: false,
  });
  expect(await one(second, id)).toMatchObject({ first_approval: started, can_approve: true });
  const again = await decide(boss, id, { status: 'approved' });
  expect([again.status, again.error]).toEqual([
    409,
    {
      code: 'second_administrator_needed',
      detail: 'You began this. Another administrator has to confirm it',
    },
  ]);
  expect((await decide(second, id, { status: 'approved' })).data.status).toBe('approved');
  expect(await one(boss, id)).toMatchObject({ first_approval: null });
  await decide(boss, id, { status: 'paid' });
  expect(await wallet(ann)).toMatchObject({ balance: 100, held: 0 });
  expect(await auditRows(id)).toEqual([
    [boss.userId, 'payout_first_approved'],
    [second.userId, 'payout_approved'],
    [boss.userId, 'payout_paid'],
  ]);
});

it('SV-93: up to FOUR_EYES_COINS one approval suffices, and one rejection always does', async () => {
  const { person, boss, waiting, decide } = await startSecondApproval();
  const [ann, ben] = [await person({ earned: 5000 }), await person({ earned: LARGE })];
  expect((await decide(boss, await waiting(ann, 5000), { status: 'approved' })).data.status).toBe('approved');
  const large = await waiting(ben, LARGE);
  await decide(boss, large, { status: 'approved' });
  expect((await decide(boss, large, { status: 'rejected' })).data.status).toBe('rejected');
});

it('SV-93: the approval of a former administrator does not count', async () => {
  const { person, database, boss, second, waiting, decide, admin } = await startSecondApproval();
  const [ann, formerAdmin] = [await person({ earned: LARGE }), await admin()];
  const id = await waiting(ann, LARGE);
  await decide(formerAdmin, id, { status: 'approved' });
  await database.db.updateTable('users').set({ role: 'user' }).where('id', '=', formerAdmin.userId).execute();
  expect((await decide(boss, id, { status: 'approved' })).data.status).toBe('pending');
  expect((await decide(second, id, { status: 'approved' })).data.status).toBe('approved');
});

it('SV-93: of two concurrent administrators one is first and the other confirms, and coins move once', async () => {
  const { person, boss, second, waiting, decide, wallet, auditRows } = await startSecondApproval();
  const ann = await person({ bought: 1000, earned: LARGE });
  const id = await waiting(ann, LARGE + 500);
  const answers = await Promise.all(
    [boss, second, boss, second, boss, second].map((by) => decide(by, id, { status: 'approved' })),
  );
  const taken = answers.flatMap((answer) => (answer.status === 200 ? [answer.data.status] : []));
  expect(taken.toSorted()).toEqual(['approved', 'pending']);
  const done = await auditRows(id);
  expect(done.map(([, action]) => action)).toEqual(['payout_first_approved', 'payout_approved']);
  expect(new Set(done.map(([actor]) => actor)).size).toBe(2);
  expect(await wallet(ann)).toMatchObject({ balance: 1000, held: LARGE });
});

it('SV-93: no administrator decides their own payout, whatever its amount', async () => {
  const { boss, second, database, requestPayout, decide, one, wallet } = await startSecondApproval();
  await giveCoins(database, boss.userId, 600, 'earned');
  const { payout_id: id } = (await requestPayout(boss, 600)).data;
  expect(await one(boss, id)).toMatchObject({ can_decide: false, can_approve: false });
  for (const status of ['approved', 'rejected', 'paid'] as const) {
    const answer = await decide(boss, id, { status });
    expect([answer.status, answer.error]).toEqual([
      403,
      {
        code: 'own_case',
        detail: 'This concerns you, so another administrator has to decide it.',
      },
    ]);
  }
  expect(await wallet(boss)).toMatchObject({ held: 600 });
  expect((await decide(second, id, { status: 'approved' })).status).toBe(200);
});
