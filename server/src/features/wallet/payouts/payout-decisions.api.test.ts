import type { PayoutDecision } from '@adda/contract/wallet';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';

async function startDecisions() {
  const fixture = await startCoins();
  const { client } = fixture;
  return {
    ...fixture,
    boss: await fixture.admin(),
    casesFor: async (by: Holder, query: { status?: 'pending'; page?: number; page_size?: number } = {}) =>
      client('GET /admin/payouts', { query: { page_size: 100, ...query } }, by),
    one: (by: Holder, payoutId: string) =>
      client('GET /admin/payouts/:payout_id', { params: { payout_id: payoutId } }, by),
    details: async (payoutId: string) => {
      const { audit } = fixture;
      return (await audit(`payout:${payoutId}`)).map(({ action, details }) => [action, details]);
    },
  };
}

it('X-13, R-10: on approval the bought part is returned with the reason; on payment the rest leaves', async () => {
  const { person, boss, waiting, decide, wallet, lines, payoutsOf, audit } = await startDecisions();
  const ann = await person({ bought: 400, earned: 300, given: 100 });
  const id = await waiting(ann, 700);
  const approved = await decide(boss, id, { status: 'approved', note: 'Looks right' });
  expect([approved.status, approved.data]).toEqual([200, { message: 'Payout approved', status: 'approved' }]);
  expect(await wallet(ann)).toMatchObject({ balance: 400, payable: 0, held: 400 });
  expect((await lines(ann)).slice(0, 2)).toEqual([
    'credit: Bought coins cannot be paid out; 300 coins came back: 300',
    'debit: Payout requested: 700',
  ]);
  const paid = await decide(boss, id, { status: 'paid', reference: 'UTR 1234' });
  expect([paid.status, paid.data]).toEqual([200, { message: 'Payout paid', status: 'paid' }]);
  expect(await wallet(ann)).toMatchObject({ balance: 400, held: 0 });
  expect(await lines(ann)).toHaveLength(5);
  expect((await payoutsOf(ann)).payouts).toEqual([
    {
      id,
      amount: 700,
      payable: 400,
      status: 'paid',
      created_at: expect.any(String),
      decided_at: expect.any(String),
      note: 'Looks right',
      reference: 'UTR 1234',
    },
  ]);
  expect(await audit(`payout:${id}`)).toEqual([
    {
      actor_id: boss.userId,
      action: 'payout_approved',
      details: { note: 'Looks right', reference: null },
    },
    { actor_id: boss.userId, action: 'payout_paid', details: { note: null, reference: 'UTR 1234' } },
  ]);
});

it('X-13: without bought coins nothing is returned, with only bought coins nothing is paid', async () => {
  const { person, boss, waiting, decide, wallet, lines } = await startDecisions();
  const [ann, ben] = [await person({ earned: 600 }), await person({ bought: 600 })];
  for (const user of [ann, ben]) {
    const id = await waiting(user, 600);
    await decide(boss, id, { status: 'approved' });
    await decide(boss, id, { status: 'paid' });
  }
  expect([await wallet(ann), await wallet(ben)]).toMatchObject([
    { balance: 0, held: 0 },
    { balance: 600, held: 0 },
  ]);
  expect(await lines(ann)).toHaveLength(2);
  expect(await lines(ben)).toHaveLength(3);
});

it.each([[[]], [['approved']]] as const)(
  'SV-93: after %j, a rejection gives everything back',
  async (before) => {
    const { person, boss, waiting, decide, wallet, lines, payoutsOf } = await startDecisions();
    const ann = await person({ bought: 300, earned: 250.5 });
    const id = await waiting(ann, 500);
    for (const status of before) await decide(boss, id, { status });
    const answer = await decide(boss, id, { status: 'rejected', note: 'The name differs' });
    expect(answer.data).toEqual({ message: 'Payout rejected', status: 'rejected' });
    expect(await wallet(ann)).toEqual({ balance: 550.5, currency: 'COIN', payable: 250.5, held: 0 });
    const back = before.length > 0 ? 250.5 : 500;
    expect((await lines(ann))[0]).toBe(`credit: Payout rejected; ${back} coins came back: ${back}`);
    expect((await payoutsOf(ann)).payouts).toMatchObject([
      { status: 'rejected', payable: 0, note: 'The name differs' },
    ]);
  },
);

it.each([
  [[], 'paid', 'A payout that is pending cannot become paid'],
  [['approved'], 'approved', 'A payout that is approved cannot become approved'],
  [['rejected'], 'approved', 'A payout that is rejected cannot become approved'],
  [['rejected'], 'rejected', 'A payout that is rejected cannot become rejected'],
  [['approved', 'paid'], 'paid', 'A payout that is paid cannot become paid'],
  [['approved', 'paid'], 'rejected', 'A payout that is paid cannot become rejected'],
] as const)('SV-93: after %j it can’t become %s', async (before, status, words) => {
  const { person, boss, waiting, decide, wallet, details } = await startDecisions();
  const ann = await person({ bought: 300, earned: 300 });
  const id = await waiting(ann, 550);
  for (const step of before) await decide(boss, id, { status: step });
  const had = await wallet(ann);
  const answer = await decide(boss, id, { status });
  expect([answer.status, answer.error]).toEqual([409, { code: 'payout_step_refused', detail: words }]);
  expect(await wallet(ann)).toEqual(had);
  expect(await details(id)).toHaveLength(before.length);
});

it('SV-93: a lone surrogate in a note is replaced before it is stored', async () => {
  const { person, boss, waiting, decide, payoutsOf, details } = await startDecisions();
  const ann = await person({ earned: 500 });
  const id = await waiting(ann, 500);
  expect((await decide(boss, id, { status: 'rejected', note: 'No \ud83d' })).status).toBe(200);
  expect((await payoutsOf(ann)).payouts).toMatchObject([{ note: 'No \ufffd' }]);
  expect(await details(id)).toEqual([['payout_rejected', { note: 'No \ufffd', reference: null }]]);
});

it('SV-93: of concurrent decisions each step is taken once', async () => {
  const { person, boss, waiting, decide, wallet, details } = await startDecisions();
  const ann = await person({ bought: 300, earned: 300 });
  const id = await waiting(ann, 600);
  const both: PayoutDecision[] = [{ status: 'rejected' }, { status: 'approved' }];
  const answers = await Promise.all(
    [...both, ...both, ...both].map((decision) => decide(boss, id, decision)),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(await details(id)).toHaveLength(taken);
  expect(await wallet(ann)).toMatchObject({ balance: 600, held: 0 });
});

it('SV-93: lists contain all users’ requests, oldest first, with the origins of the coins and a masked payee', async () => {
  const { person, boss, client, waiting, decide, casesFor } = await startDecisions();
  const [ann, ben] = [
    await person({ bought: 200, earned: 300.5, given: 99.5 }),
    await person({ earned: 500 }),
  ];
  const payee = { kind: 'bank', name: 'Ann Rao', account: '1234 5678 9012, HDFC0001234' } as const;
  await client('POST /wallet/payee', { body: payee }, ann);
  const [anns, bens] = [await waiting(ann, 600), await waiting(ben, 500)];
  await decide(boss, bens, { status: 'approved' });
  const { data } = await casesFor(boss);
  const cases = data.payouts.filter(({ id }) => [anns, bens].includes(id));
  expect(cases).toMatchObject([
    {
      id: anns,
      username: ann.username,
      is_suspended: false,
      email: `${ann.username}@example.org`,
      amount: 600,
      bought: 200,
      earned: 300.5,
      given: 99.5,
      payable: 400,
      payee: { kind: 'bank', name: 'Ann Rao', account_masked: '••••9012' },
    },
    { id: bens, username: ben.username, status: 'approved', earned: 500, payee: null },
  ]);
  expect(JSON.stringify(data)).not.toContain('5678');
  const pending = (await casesFor(boss, { status: 'pending' })).data;
  expect(pending.payouts.map(({ id }) => id)).toContain(anns);
  expect(pending.payouts.every(({ status }) => status === 'pending')).toBe(true);
  const first = (await casesFor(boss, { page_size: 1 })).data;
  expect(first).toMatchObject({ page: 1, total_pages: data.total_count, total_count: data.total_count });
});

it('SV-93: a single request is returned with the full account, and the read is audited', async () => {
  const { person, boss, client, waiting, one, audit } = await startDecisions();
  const ann = await person({ earned: 500 });
  const id = await waiting(ann, 500);
  expect((await one(boss, id)).data).toMatchObject({ payout: { id, payee: null }, account: null });
  const payee = { kind: 'upi', name: 'Ann Rao', account: 'ann.rao@okbank' } as const;
  await client('POST /wallet/payee', { body: payee }, ann);
  expect((await one(boss, id)).data).toMatchObject({
    payout: { payee: { kind: 'upi', account_masked: 'a••••@okbank' } },
    account: 'ann.rao@okbank',
  });
  const read = { actor_id: boss.userId, action: 'payout_read', details: {} };
  expect(await audit(`payout:${id}`)).toEqual([read, read]);
});

it('SV-93: an unknown request is not found, a malformed id is refused', async () => {
  const { boss, one, decide } = await startDecisions();
  const unknown = `payout_${'0'.repeat(24)}`;
  for (const { status, error } of [await one(boss, unknown), await decide(boss, unknown, { status: 'paid' })])
    expect([status, error]).toEqual([404, { code: 'payout_not_found', detail: 'Payout not found' }]);
  expect((await one(boss, 'payout_1')).status).toBe(422);
});

it('R-13: requires an administrator', async () => {
  const { person, guest, waiting, casesFor, one, decide, wallet } = await startDecisions();
  const ann = await person({ earned: 500 });
  const id = await waiting(ann, 500);
  for (const user of [ann, await guest()]) {
    const answers = [
      await casesFor(user),
      await one(user, id),
      await decide(user, id, { status: 'approved' }),
    ];
    for (const { status, error } of answers) expect([status, error.code]).toEqual([403, 'admin_only']);
  }
  expect(await wallet(ann)).toMatchObject({ held: 500 });
});
