import type { BonusInput } from '@adda/contract/wallet';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from './coins-app.fixture.ts';

async function startBonus() {
  const fixture = await startCoins();
  const { client } = fixture;
  return {
    ...fixture,
    bonus: (by: Holder, whom: Pick<Holder, 'username'>, more: Partial<BonusInput> = {}) =>
      client(
        'POST /admin/wallet/bonus',
        {
          body: {
            username: whom.username,
            amount: 50,
            type: 'star_bonus',
            description: 'Star of the week',
            ...more,
          },
        },
        by,
      ),
  };
}

it('SV-95, Q-20: an administrator gives coins, as a star bonus that can be paid out, and it is written down', async () => {
  const { person, admin, bonus, wallet, historyOf, audit } = await startBonus();
  const [ann, boss] = [await person(), await admin()];
  const answer = await bonus(boss, { username: ` ${ann.username.toUpperCase()} ` });
  expect([answer.status, answer.data]).toEqual([200, { message: `50 coins for ${ann.username}` }]);
  expect((await bonus(boss, ann, { amount: 1 })).data).toEqual({ message: `1 coin for ${ann.username}` });
  expect(await wallet(ann)).toMatchObject({ balance: 51, payable: 51 });
  expect((await historyOf(ann)).data.history[1]).toMatchObject({
    transaction_type: 'star_bonus',
    description: 'Star of the week',
    amount: 50,
    is_star_bonus: true,
  });
  expect((await audit(`user#${ann.userId}`))[0]).toEqual({
    actor_id: boss.userId,
    action: 'wallet_bonus',
    details: { coins: 50, description: 'Star of the week' },
  });
});

it('SV-95: nobody and guests get none', async () => {
  const { admin, guest, bonus } = await startBonus();
  const boss = await admin();
  for (const whom of [{ username: 'nobody.of.this.name' }, await guest()]) {
    const { status, error } = await bonus(boss, whom);
    expect([status, error]).toEqual([404, { code: 'user_not_found', detail: 'User not found' }]);
  }
});

it('SV-95: half a character in a description becomes a sign that can be stored', async () => {
  const { person, admin, bonus, lines, audit } = await startBonus();
  const [ann, boss] = [await person(), await admin()];
  expect((await bonus(boss, ann, { description: 'A star \ud83d' })).status).toBe(200);
  expect(await lines(ann)).toEqual(['star_bonus: A star \ufffd: 50']);
  const [written] = await audit(`user#${ann.userId}`);
  expect(written?.details).toEqual({ coins: 50, description: 'A star \ufffd' });
});

it('R-13: nobody else gives any', async () => {
  const { person, guest, bonus, wallet } = await startBonus();
  const ann = await person();
  for (const by of [ann, await guest()]) expect((await bonus(by, ann)).error.code).toBe('admin_only');
  expect((await wallet(ann)).balance).toBe(0);
});

it.each([
  { amount: 0 },
  { amount: -5 },
  { amount: 1.5 },
  { amount: 100_001 },
  { description: ' ' },
  { description: 'x'.repeat(301) },
])('SV-95: %j is refused', async (more) => {
  const { person, admin, bonus, wallet } = await startBonus();
  const ann = await person();
  expect((await bonus(await admin(), ann, more)).status).toBe(422);
  expect((await wallet(ann)).balance).toBe(0);
});

it('SV-95, R-09: one request id gives coins once, however often it is sent', async () => {
  const { person, admin, bonus, wallet, audit } = await startBonus();
  const [ann, ben, boss, other] = [await person(), await person(), await admin(), await admin()];
  const again = { request_id: 'a-click' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => bonus(boss, ann, again)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await wallet(ann)).balance).toBe(50);
  expect(await audit(`user#${ann.userId}`)).toHaveLength(1);
  const used = { code: 'bonus_request_used', detail: 'Another bonus was given with this request id' };
  for (const [whom, more] of [
    [ann, { amount: 51 }],
    [ben, {}],
  ] as const) {
    const { status, error } = await bonus(boss, whom, { ...again, ...more });
    expect([status, error]).toEqual([409, used]);
  }
  // Another administrator's ids are their own.
  expect((await bonus(other, ann, again)).status).toBe(200);
  expect((await wallet(ann)).balance).toBe(100);
  expect((await wallet(ben)).balance).toBe(0);
});
