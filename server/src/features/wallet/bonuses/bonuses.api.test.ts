import type { BonusInput } from '@adda/contract/wallet';
import { describe, expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';

async function startBonus() {
  const fixture = await startCoins();
  const { client } = fixture;
  return {
    ...fixture,
    bonus: (by: Holder, recipient: Pick<Holder, 'username'>, more: Partial<BonusInput> = {}) =>
      client(
        'POST /admin/wallet/bonus',
        {
          body: {
            username: recipient.username,
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

it('SV-95, Q-20: an administrator gives coins as a star bonus, which is payable and audited', async () => {
  const { person, admin, bonus, wallet, historyOf, audit } = await startBonus();
  const [ann, boss] = [await person(), await admin()];
  const answer = await bonus(boss, { username: ` ${ann.username.toUpperCase()} ` });
  expect([answer.status, answer.data]).toEqual([
    200,
    { message: `50 coins for ${ann.username}`, status: 'given' },
  ]);
  expect((await bonus(boss, ann, { amount: 1 })).data).toEqual({
    message: `1 coin for ${ann.username}`,
    status: 'given',
  });
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

it('SV-95: refuses unknown users and guests as recipients', async () => {
  const { admin, guest, bonus } = await startBonus();
  const boss = await admin();
  for (const recipient of [{ username: 'nobody.of.this.name' }, await guest()]) {
    const { status, error } = await bonus(boss, recipient);
    expect([status, error]).toEqual([404, { code: 'user_not_found', detail: 'User not found' }]);
  }
});

it('SV-95: a lone surrogate in a description is replaced before it is stored', async () => {
  const { person, admin, bonus, lines, audit } = await startBonus();
  const [ann, boss] = [await person(), await admin()];
  expect((await bonus(boss, ann, { description: 'A star \ud83d' })).status).toBe(200);
  expect(await lines(ann)).toEqual(['star_bonus: A star \ufffd: 50']);
  const [written] = await audit(`user#${ann.userId}`);
  expect(written?.details).toEqual({ coins: 50, description: 'A star \ufffd' });
});

it('R-13: requires an administrator', async () => {
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
  for (const [recipient, more] of [
    [ann, { amount: 51 }],
    [ben, {}],
  ] as const) {
    const { status, error } = await bonus(boss, recipient, { ...again, ...more });
    expect([status, error]).toEqual([409, used]);
  }
  // Request ids are scoped to the administrator.
  expect((await bonus(other, ann, again)).status).toBe(200);
  expect((await wallet(ann)).balance).toBe(100);
  expect((await wallet(ben)).balance).toBe(0);
});

describe('SV-95: above FOUR_EYES_COINS', () => {
  async function startLarge() {
    const fixture = await startBonus();
    const { client } = fixture;
    const list = async (by: Holder) => {
      const query = { status: 'waiting', page_size: 100 } as const;
      return (await client('GET /admin/wallet/bonuses', { query }, by)).data.bonuses;
    };
    return {
      ...fixture,
      list,
      /** Proposes a bonus. Returns its id. */
      proposed: async (by: Holder, recipient: Holder) => {
        await fixture.bonus(by, recipient, { amount: 5001 });
        const found = (await list(by)).find(({ username }) => username === recipient.username);
        return found?.id ?? '';
      },
      settle: (by: Holder, id: string, status: 'given' | 'refused' = 'given') =>
        client('PATCH /admin/wallet/bonuses/:bonus_id', { params: { bonus_id: id }, body: { status } }, by),
    };
  }

  it('a bonus waits for another administrator, who sees the proposer', async () => {
    const { person, admin, bonus, list, settle, wallet, historyOf, audit } = await startLarge();
    const [ann, boss, other] = [await person(), await admin(), await admin()];
    expect((await bonus(boss, ann, { amount: 5000 })).data.status).toBe('given');
    const answer = await bonus(boss, ann, { amount: 5001 });
    expect(answer.data).toEqual({
      message: `5001 coins for ${ann.username}, once another administrator agrees`,
      status: 'waiting',
    });
    expect(await wallet(ann)).toMatchObject({ balance: 5000 });
    const mine = (await list(boss)).find(({ username }) => username === ann.username);
    expect(mine).toMatchObject({
      amount: 5001,
      description: 'Star of the week',
      proposed_by: boss.username,
      decided_by: null,
      can_refuse: true,
      can_confirm: false,
    });
    const id = mine?.id ?? '';
    expect((await list(other)).find((each) => each.id === id)).toMatchObject({ can_confirm: true });
    const own = await settle(boss, id);
    expect([own.status, own.error.code]).toEqual([409, 'second_administrator_needed']);
    expect((await settle(other, id)).data).toEqual({ message: 'Bonus given' });
    expect(await wallet(ann)).toMatchObject({ balance: 10_001, payable: 10_001 });
    expect((await historyOf(ann)).data.history[0]).toMatchObject({ is_star_bonus: true, amount: 5001 });
    const details = { bonus: id, coins: 5001, description: 'Star of the week' };
    expect((await audit(`user#${ann.userId}`)).slice(1)).toEqual([
      { actor_id: boss.userId, action: 'bonus_proposed', details },
      {
        actor_id: other.userId,
        action: 'wallet_bonus',
        details: { ...details, proposed_by: `user#${boss.userId}` },
      },
    ]);
  });

  it('the proposer may withdraw it, others may refuse it; then it is closed', async () => {
    const { person, admin, proposed, settle, wallet, audit } = await startLarge();
    const [boss, other] = [await admin(), await admin()];
    for (const by of [boss, other]) {
      const ann = await person();
      const id = await proposed(boss, ann);
      expect((await settle(by, id, 'refused')).data).toEqual({ message: 'Bonus refused' });
      const late = await settle(other, id);
      expect([late.status, late.error]).toEqual([
        409,
        { code: 'bonus_decided', detail: 'This bonus was refused already' },
      ]);
      expect((await wallet(ann)).balance).toBe(0);
      expect((await audit(`user#${ann.userId}`)).at(-1)).toMatchObject({ action: 'bonus_refused' });
    }
  });

  it('no administrator gives themselves coins, or confirms a bonus for themselves', async () => {
    const { admin, bonus, proposed, settle, wallet } = await startLarge();
    const [boss, other] = [await admin(), await admin()];
    for (const amount of [1, 5001]) {
      const answer = await bonus(boss, boss, { amount });
      expect([answer.status, answer.error.code]).toEqual([403, 'own_case']);
    }
    const id = await proposed(other, boss);
    for (const status of ['given', 'refused'] as const)
      expect((await settle(boss, id, status)).error.code).toBe('own_case');
    expect((await wallet(boss)).balance).toBe(0);
  });

  it('R-09: of two concurrent administrators one confirms, and the bonus is given once', async () => {
    const { person, admin, proposed, settle, wallet, audit } = await startLarge();
    const [ann, boss, one, two] = [await person(), await admin(), await admin(), await admin()];
    const id = await proposed(boss, ann);
    const answers = await Promise.all([one, two, boss, one, two].map((by) => settle(by, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await wallet(ann)).balance).toBe(5001);
    expect(await audit(`user#${ann.userId}`)).toHaveLength(2);
  });

  it("R-09: one request id proposes once, and can't be reused for another bonus", async () => {
    const { person, admin, bonus, list, settle, wallet } = await startLarge();
    const [ann, boss, other] = [await person(), await admin(), await admin()];
    const large = { amount: 6000, request_id: 'a-click' };
    const answers = await Promise.all([1, 2, 3].map(() => bonus(boss, ann, large)));
    expect(answers.map(({ data }) => data.status)).toEqual(['waiting', 'waiting', 'waiting']);
    const waiting = (await list(other)).filter(({ username }) => username === ann.username);
    expect(waiting).toHaveLength(1);
    expect((await bonus(boss, ann, { ...large, amount: 10 })).error.code).toBe('bonus_request_used');
    await settle(other, waiting[0]?.id ?? '');
    expect((await bonus(boss, ann, large)).data.status).toBe('given');
    await bonus(boss, ann, { amount: 10, request_id: 'small' });
    expect((await bonus(boss, ann, { amount: 6000, request_id: 'small' })).error.code).toBe(
      'bonus_request_used',
    );
    expect((await wallet(ann)).balance).toBe(6010);
  });

  it('R-13: only administrators list and decide', async () => {
    const { client, person, admin, proposed, settle, wallet } = await startLarge();
    const [ann, boss] = [await person(), await admin()];
    const id = await proposed(boss, ann);
    const codes = [await settle(ann, id), await client('GET /admin/wallet/bonuses', { query: {} }, ann)];
    expect(codes.map(({ error }) => error.code)).toEqual(['admin_only', 'admin_only']);
    expect((await settle(boss, `bonus_${'0'.repeat(24)}`)).error.code).toBe('bonus_not_found');
    expect((await wallet(ann)).balance).toBe(0);
  });
});
