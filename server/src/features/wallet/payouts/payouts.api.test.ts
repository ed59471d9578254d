import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startCoins } from '../coins-app.fixture.ts';

it('PY-07, SV-91, X-13: a request holds its coins immediately, payable ones first', async () => {
  const { person, client, wallet, lines, payoutsOf } = await startCoins();
  const ann = await person({ bought: 400, earned: 300, given: 100.5 });
  const answer = await client('POST /wallet/request-payout', { body: { amount: 600.25 } }, ann);
  expect([answer.status, answer.data]).toEqual([
    200,
    { message: 'Payout requested', payout_id: expect.stringMatching(/^payout_[0-9a-f]{24}$/) },
  ]);
  expect(await wallet(ann)).toMatchObject({ balance: 200.25, payable: 0, held: 600.25 });
  expect(await lines(ann)).toEqual([
    'debit: Payout requested: 600.25',
    'credit: For a test: 100.5',
    'credit: For a test: 300',
    'credit: For a test: 400',
  ]);
  expect((await payoutsOf(ann)).payouts).toEqual([
    {
      id: answer.data.payout_id,
      amount: 600.25,
      payable: 400.5,
      status: 'pending',
      created_at: expect.any(String),
      decided_at: null,
      note: null,
      reference: null,
    },
  ]);
});

it('PY-06: accepts hundredths, up to the whole balance', async () => {
  const { person, requestPayout, wallet } = await startCoins();
  const ann = await person({ earned: 500.01 });
  expect((await requestPayout(ann, 500.01)).status).toBe(200);
  expect(await wallet(ann)).toMatchObject({ balance: 0, held: 500.01 });
});

const WORDS = {
  payout_amount_invalid: 'Please enter a valid payout amount',
  payout_balance_too_low: 'Minimum balance for payout is 500 INR',
  payout_too_small: 'Payout amount must be at least 500 INR',
  payout_above_balance: 'Payout amount cannot exceed your current balance',
} as const;

it.each([
  ['PY-02', 499.99, 0, 'payout_amount_invalid'],
  ['PY-02', 499.99, -5, 'payout_amount_invalid'],
  ['PY-02', 900, 500.005, 'payout_amount_invalid'],
  ['PY-03', 499.99, 499.99, 'payout_balance_too_low'],
  ['PY-03', 499.99, 600, 'payout_balance_too_low'],
  ['PY-03', 499.99, 0.01, 'payout_balance_too_low'],
  ['PY-04', 500, 499.99, 'payout_too_small'],
  ['PY-04', 900, 1, 'payout_too_small'],
  ['PY-05', 500, 500.01, 'payout_above_balance'],
  ['PY-05', 900, 1e12, 'payout_above_balance'],
] as const)('%s: of %d coins, %d are refused as %s', async (_id, balance, amount, code) => {
  const { person, requestPayout, wallet, payoutsOf } = await startCoins();
  const ann = await person({ earned: balance });
  const answer = await requestPayout(ann, amount);
  expect([answer.status, answer.error]).toEqual([400, { code, detail: WORDS[code] }]);
  expect(await wallet(ann)).toMatchObject({ balance, held: 0 });
  expect((await payoutsOf(ann)).total_count).toBe(0);
});

it('PY-02: values that are not numbers get the same error text', async () => {
  const { person, client } = await startCoins();
  const ann = await person({ earned: 900 });
  for (const body of [{ amount: '600' }, { amount: null }, {}, { amount: 600, to: 'me' }]) {
    // Invalid bodies are sent as well, to test their refusal.
    const answer = await client('POST /wallet/request-payout', { body: body as { amount: number } }, ann);
    expect([answer.status, answer.error.detail]).toEqual([400, WORDS.payout_amount_invalid]);
  }
});

it('SV-91: requires a confirmed address, which is checked last', async () => {
  const { person, requestPayout, database, wallet } = await startCoins();
  const ann = await person({ earned: 900 });
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${ann.userId}`.execute(database.db);
  expect((await requestPayout(ann, 1)).error.code).toBe('payout_too_small');
  const answer = await requestPayout(ann, 600);
  expect([answer.status, answer.error]).toEqual([
    403,
    { code: 'payout_needs_email', detail: 'Confirm your e-mail before you ask for a payout' },
  ]);
  expect(await wallet(ann)).toMatchObject({ balance: 900, held: 0 });
});

it('PY-08, AU-33: guests can’t request payouts and have no requests or payee', async () => {
  const { guest, client, requestPayout } = await startCoins();
  const visitor = await guest();
  for (const amount of [600, -1]) {
    const answer = await requestPayout(visitor, amount);
    expect([answer.status, answer.error]).toEqual([
      403,
      { code: 'guests_cannot_request_payout', detail: 'Upgrade from Guest to permanent user.' },
    ]);
  }
  const payee = { kind: 'upi', name: 'V', account: 'visitor@bank' } as const;
  const others = await Promise.all([
    client('GET /wallet/payouts', { query: {} }, visitor),
    client('GET /wallet/payee', {}, visitor),
    client('POST /wallet/payee', { body: payee }, visitor),
  ]);
  expect(others.map(({ status, error }) => [status, error.code])).toEqual(
    others.map(() => [403, 'registered_only']),
  );
});

it('SV-91: one pending request at a time; after the decision the next is allowed', async () => {
  const { person, admin, requestPayout, waiting, decide, payoutsOf } = await startCoins();
  const ann = await person({ earned: 2000 });
  const first = await waiting(ann, 500);
  const answer = await requestPayout(ann, 600);
  expect([answer.status, answer.error]).toEqual([
    400,
    { code: 'payout_waiting', detail: 'You already have a payout request waiting' },
  ]);
  await decide(await admin(), first, { status: 'approved' });
  const second = await waiting(ann, 600);
  expect((await payoutsOf(ann)).payouts.map(({ id, status }) => [id, status])).toEqual([
    [second, 'pending'],
    [first, 'approved'],
  ]);
});

it('SV-92, R-14: pages of the caller’s own requests, newest first', async () => {
  const { person, admin, client, waiting, decide } = await startCoins();
  const [ann, ben, boss] = [await person({ earned: 1500 }), await person({ earned: 900 }), await admin()];
  await waiting(ben, 500);
  const ids: string[] = [];
  for (const amount of [500, 501, 502]) {
    const id = await waiting(ann, amount);
    await decide(boss, id, { status: 'rejected', note: 'Please ask again' });
    ids.unshift(id);
  }
  const page = async (number: number) =>
    (await client('GET /wallet/payouts', { query: { page: number, page_size: 2 } }, ann)).data;
  const [one, two, three] = [await page(1), await page(2), await page(3)];
  expect([...one.payouts, ...two.payouts].map(({ id }) => id)).toEqual(ids);
  expect(one.payouts[0]).toMatchObject({ status: 'rejected', payable: 0, note: 'Please ask again' });
  expect(three).toEqual({ payouts: [], page: 3, total_pages: 2, total_count: 3 });
});

it('SV-91, R-08: of twenty concurrent requests for all coins one holds them', async () => {
  const { person, requestPayout, wallet, payoutsOf, lines } = await startCoins();
  const ann = await person({ earned: 500 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => requestPayout(ann, 500)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 400));
  const codes = ['payout_balance_too_low', 'payout_waiting', 'payout_above_balance'];
  for (const { error } of refused) expect(codes).toContain(error.code);
  expect(await wallet(ann)).toMatchObject({ balance: 0, held: 500 });
  expect((await payoutsOf(ann)).total_count).toBe(1);
  expect(await lines(ann)).toEqual(['debit: Payout requested: 500', 'credit: For a test: 500']);
});
