import { randomUUID } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';
import { postTransfers } from '../ledger/ledger.repository.ts';
import { takeBack } from '../ledger/transfers.policy.ts';

async function startDebts() {
  const fixture = await startCoins();
  const { database } = fixture;
  return {
    ...fixture,
    boss: await fixture.admin(),
    /** Refunds a buyer, which takes the earned coins from the user. */
    refund: ({ userId }: Holder, coins: number) =>
      database.transaction((tx) => {
        const basics = { cause: `test:${randomUUID()}`, kind: 'test', amount: hundredthsOf(coins) };
        const line = { type: 'debit', description: 'A refund' } as const;
        return postTransfers(tx, [
          takeBack(basics, { payer: userId, origin: 'earned', reverses: null, line }),
        ]);
      }),
  };
}

it.each([
  [[], 'approved'],
  [['approved'], 'paid'],
] as const)(
  'R-10, SV-93: after %j a request is not %s while its owner owes refunded coins',
  async (before, status) => {
    const { person, boss, waiting, decide, refund, wallet, lines } = await startDebts();
    const ann = await person({ earned: 600 });
    const id = await waiting(ann, 600);
    for (const step of before) await decide(boss, id, { status: step });
    await refund(ann, 400);
    const refused = await decide(boss, id, { status });
    expect([refused.status, refused.error]).toEqual([
      409,
      {
        code: 'payout_owes',
        detail:
          'A refund left this person 400 coins short. Reject the payout: they are taken from what comes back',
      },
    ]);
    expect(await wallet(ann)).toMatchObject({ balance: 0, held: 600 });
    expect((await decide(boss, id, { status: 'rejected' })).status).toBe(200);
    expect(await wallet(ann)).toMatchObject({ balance: 200, payable: 200, held: 0 });
    expect((await lines(ann))[0]).toBe('credit: Payout rejected; 600 coins came back: 600');
  },
);

it('R-10: a refund is covered by other coins first; then the payout request proceeds', async () => {
  const { person, boss, waiting, decide, refund, wallet } = await startDebts();
  const ann = await person({ bought: 100, earned: 900 });
  const id = await waiting(ann, 600);
  await refund(ann, 400);
  for (const status of ['approved', 'paid'] as const)
    expect((await decide(boss, id, { status })).status).toBe(200);
  expect(await wallet(ann)).toMatchObject({ balance: 0, held: 0 });
});
