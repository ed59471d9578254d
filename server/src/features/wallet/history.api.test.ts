import { randomUUID } from 'node:crypto';
import { transactionType, type TransactionType } from '@adda/contract/wallet';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from './coins-app.fixture.ts';
import { postTransfers } from './ledger/ledger.repository.ts';
import { credit, give } from './ledger/transfers.policy.ts';

async function startHistory() {
  const fixture = await startCoins();
  const { client, database } = fixture;
  return {
    ...fixture,
    balanceOf: async (user: Holder) => (await client('GET /wallet/balance', {}, user)).data,
    hide: (user: Holder, id: string) => client('DELETE /wallet/history/:id', { params: { id } }, user),
    /** Creates one history entry of one coin for each of these types, in this order. */
    async fill({ userId }: Holder, types: readonly TransactionType[]) {
      const transfers = types.map((type, index) =>
        credit(
          { cause: `test:${randomUUID()}`, kind: 'test', amount: 100 },
          { payee: userId, origin: 'given', line: { type, description: `line ${index}` } },
        ),
      );
      await database.transaction((tx) => postTransfers(tx, transfers));
    },
  };
}

it('WA-03, WA-07, Q-23: the balance is in coins, with the payable and the held amount', async () => {
  const { person, guest, balanceOf, waiting } = await startHistory();
  const ann = await person({ bought: 700.25, earned: 300.5, given: 20 });
  expect(await balanceOf(ann)).toEqual({ balance: 1020.75, currency: 'COIN', payable: 320.5, held: 0 });
  await waiting(ann, 500.75);
  expect(await balanceOf(ann)).toEqual({ balance: 520, currency: 'COIN', payable: 0, held: 500.75 });
  expect(await balanceOf(await person())).toEqual({ balance: 0, currency: 'COIN', payable: 0, held: 0 });
  expect(await balanceOf(await guest()), 'X-43').toMatchObject({ balance: 0, currency: 'COIN' });
});

it('WA-10 to WA-13: every type sets only its own flag, newest first', async () => {
  const { person, fill, historyOf } = await startHistory();
  const ann = await person();
  const types = Object.values(transactionType.def.entries);
  await fill(ann, types);
  const { data } = await historyOf(ann);
  expect(data).toMatchObject({ page: 1, total_pages: 1, total_count: types.length });
  expect(data.history.map((line) => line.transaction_type)).toEqual(types.toReversed());
  for (const line of data.history) {
    const { _id, description, amount, created_at: createdAt, transaction_type: type, ...flags } = line;
    expect(_id).toMatch(/^[0-9a-f]{24}$/);
    expect([description, amount]).toEqual([`line ${types.indexOf(type)}`, 1]);
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    const raised = Object.entries(flags).flatMap(([flag, isRaised]) => (isRaised ? [flag] : []));
    expect(raised).toEqual(['credit', 'debit'].includes(type) ? [] : [`is_${type}`]);
  }
});

it('WA-10, WA-11: pages of ten by default, empty beyond the end', async () => {
  const { person, fill, historyOf } = await startHistory();
  const ann = await person();
  await fill(
    ann,
    Array.from({ length: 13 }, () => 'credit' as const),
  );
  const words = async (query: { page?: number; page_size?: number }) => {
    const { data } = await historyOf(ann, query);
    const { history, ...numbers } = data;
    return { numbers, words: history.map(({ description }) => description) };
  };
  const named = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `line ${from - index}`);
  const counts = { total_pages: 2, total_count: 13 };
  expect(await words({})).toEqual({ numbers: { page: 1, ...counts }, words: named(12, 3) });
  expect(await words({ page: 2 })).toEqual({ numbers: { page: 2, ...counts }, words: named(2, 0) });
  expect(await words({ page: 9 })).toEqual({ numbers: { page: 9, ...counts }, words: [] });
  expect((await words({ page: 3, page_size: 6 })).words, 'CO-45').toEqual(['line 0']);
  for (const query of [{ page: 0 }, { page_size: 0 }, { page_size: 101 }, { page: 1.5 }])
    expect((await historyOf(ann, query)).status).toBe(422);
  expect((await historyOf(await person())).data).toEqual({
    history: [],
    page: 1,
    total_pages: 0,
    total_count: 0,
  });
});

it('WA-14, WA-15, Q-22: hiding removes an entry from the list and changes nothing else', async () => {
  const { person, fill, historyOf, hide, wallet, database } = await startHistory();
  const ann = await person();
  await fill(ann, ['credit', 'referral', 'credit']);
  const [, middle] = (await historyOf(ann)).data.history;
  const id = middle?._id ?? '';
  const [hidden, again] = [await hide(ann, id), await hide(ann, id)];
  expect([hidden.status, hidden.data, again.status]).toEqual([200, { message: 'Transaction deleted' }, 200]);
  const { data } = await historyOf(ann);
  expect([data.total_count, data.history.map(({ description }) => description)]).toEqual([
    2,
    ['line 2', 'line 0'],
  ]);
  expect((await wallet(ann)).balance).toBe(3);
  const entries = await database.db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('user_id', '=', ann.userId)
    .execute();
  expect(entries).toHaveLength(3);
});

it('SV-84, R-14: users neither see nor hide entries of others', async () => {
  const { person, guest, fill, historyOf, hide } = await startHistory();
  const [ann, ben] = [await person(), await person()];
  await fill(ann, ['credit']);
  const id = (await historyOf(ann)).data.history[0]?._id ?? '';
  const refusals = [await hide(ben, id), await hide(await guest(), id), await hide(ann, 'f'.repeat(24))];
  for (const { status, error } of refusals)
    expect([status, error]).toEqual([
      404,
      { code: 'transaction_not_found', detail: 'Transaction not found' },
    ]);
  expect((await historyOf(ben)).data.history).toEqual([]);
  expect((await historyOf(ann)).data.history).toHaveLength(1);
});

it('SV-84: requires a session', async () => {
  const { client } = await startHistory();
  const answers = await Promise.all([
    client('GET /wallet/balance', {}),
    client('GET /wallet/history', { query: {} }),
    client('DELETE /wallet/history/:id', { params: { id: 'f'.repeat(24) } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});

it('Q-21: a gift is gift_sent for the sender and credit for the recipient', async () => {
  const { person, lines, database } = await startHistory();
  const [ann, ben] = [await person({ bought: 10 }), await person()];
  const gift = give(
    { cause: `test:${randomUUID()}`, kind: 'gift', amount: 500 },
    {
      payer: ann.userId,
      payee: ben.userId,
      payerLine: { type: 'gift_sent', description: 'Sent' },
      payeeLine: { type: 'credit', description: 'Got' },
    },
  );
  await database.transaction((tx) => postTransfers(tx, [gift]));
  expect([await lines(ann), await lines(ben)]).toEqual([
    ['gift_sent: Sent: 5', 'credit: For a test: 10'],
    ['credit: Got: 5'],
  ]);
});
