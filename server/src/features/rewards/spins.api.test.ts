import { routes } from '@adda/contract';
import { rateLimits } from '@adda/contract/platform';
import { WHEEL } from '@adda/contract/rewards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRewards, type RewardsFixture, type TestUser } from './rewards.fixture.ts';

let adda: RewardsFixture;
beforeAll(async () => void (adda = await startRewards()));
afterAll(() => adda.stop());

const coinsOf = new Map<string, number>(WHEEL.map(({ outcome, coins }) => [outcome, coins]));
const countOf = async (user: TestUser) =>
  (await adda.client('GET /wallet/spin/count', {}, user)).data.spin_count;

async function spins(user: TestUser, times: number) {
  const answers = [];
  for (let count = 0; count < times; count += 1) answers.push((await adda.spin(user)).data);
  return answers;
}

const storedOf = ({ userId }: TestUser) =>
  adda.database.db.selectFrom('spins').selectAll().where('user_id', '=', userId).orderBy('slot').execute();

describe('SP-10, SV-86: the daily spin', () => {
  it('SP-05, SP-06: pays for the first three of a day; further ones only spin', async () => {
    const ann = await adda.person();
    const answers = await spins(ann, 5);
    expect(answers.map(({ spin_count: count }) => count)).toEqual([1, 2, 3, 4, 5]);
    for (const { outcome, coins_won: won, message } of answers.slice(0, 3)) {
      expect(won).toBe(coinsOf.get(outcome));
      const words = won === 1 ? 'You won 1 coin!' : `You won ${won} coins!`;
      expect(message).toBe(won === 0 ? 'No coins this time. Spin again!' : words);
    }
    for (const answer of answers.slice(3))
      expect(answer).toMatchObject({
        coins_won: 0,
        message: 'Today’s paid spins are used up, so no coins were added.',
      });
    expect(await countOf(ann)).toBe(5);
    const paid = answers.filter(({ coins_won: won }) => won > 0);
    expect(await adda.balanceOf(ann)).toBe(paid.reduce((sum, { coins_won: won }) => sum + won, 0));
    expect(await adda.linesOf(ann)).toEqual(
      paid.map(({ outcome, coins_won: won }) => ({
        transaction_type: 'wheel_game',
        description: `Daily spin: ${outcome}`,
        amount: won * 100,
      })),
    );
    expect(await storedOf(ann)).toMatchObject(
      answers.map(({ outcome, coins_won: won }, index) => ({
        slot: index + 1,
        day: '2026-11-21',
        outcome,
        paid: won * 100,
      })),
    );
  });

  it('SP-04, X-43, AU-33: shows guests the wheel and pays them nothing', async () => {
    const visitor = await adda.guest();
    for (const answer of await spins(visitor, 4))
      expect(answer).toMatchObject({
        coins_won: 0,
        message: 'Guests win no coins. Make an account to win.',
      });
    expect([await countOf(visitor), await adda.balanceOf(visitor)]).toEqual([4, 0]);
    expect(await adda.linesOf(visitor)).toEqual([]);
  });

  it('SV-85, Q-24, SP-09: resets the count at midnight in India', async () => {
    const ann = await adda.person();
    adda.setTime('2026-11-22T18:29:59.000Z');
    await spins(ann, 3);
    expect(await countOf(ann)).toBe(3);
    adda.setTime('2026-11-22T18:30:00.000Z');
    expect(await countOf(ann)).toBe(0);
    const [first] = await spins(ann, 1);
    expect(first?.spin_count).toBe(1);
    expect(first?.message).not.toContain('used up');
  });

  it('SV-86: at most 30 spins a minute', () => {
    expect(rateLimits[routes['POST /wallet/spin'].rate]).toEqual({ calls: 30, seconds: 60 });
  });

  it('R-09: of 50 concurrent spins of several users at most three of each pay', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => adda.person()));
    const answers = await Promise.all(
      people.flatMap((user) => Array.from({ length: 10 }, () => adda.spin(user))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const user of people) {
      const stored = await storedOf(user);
      expect(stored.map(({ slot }) => slot)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(stored.slice(3).every(({ paid }) => paid === 0)).toBe(true);
      for (const { outcome, paid } of stored.slice(0, 3))
        expect(paid).toBe((coinsOf.get(outcome) ?? 0) * 100);
      expect(await adda.balanceOf(user)).toBe(stored.reduce((sum, { paid }) => sum + paid, 0) / 100);
    }
  });
});

/** With five degrees of freedom, a fair wheel exceeds this once in a million. */
const CHI_SQUARED_MAX = 35.89;
const PAID_SPINS = 1200;

it('SP-07: 1,200 paid spins are distributed by the weights', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => adda.person()));
  const counts = new Map<string, number>();
  for (let day = 1; day <= 20; day += 1) {
    adda.setTime(new Date(Date.UTC(2027, 0, day, 6)));
    const answers = await Promise.all(
      people.flatMap((one) => [adda.spin(one), adda.spin(one), adda.spin(one)]),
    );
    for (const { data } of answers) {
      expect(data.coins_won).toBe(coinsOf.get(data.outcome));
      counts.set(data.outcome, (counts.get(data.outcome) ?? 0) + 1);
    }
  }
  const statistic = WHEEL.reduce((sum, { outcome, weight }) => {
    const expected = (PAID_SPINS * weight) / 100;
    return sum + ((counts.get(outcome) ?? 0) - expected) ** 2 / expected;
  }, 0);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(PAID_SPINS);
  expect(statistic).toBeLessThan(CHI_SQUARED_MAX);
});
