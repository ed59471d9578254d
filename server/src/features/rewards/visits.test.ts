import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { registration } from '../accounts/accounts.fixture.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { walletOf } from '../wallet/wallet.fixture.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { openWallet, startRewards, type RewardsFixture, type TestUser } from './rewards.fixture.ts';
import { createVisits } from './visits.service.ts';

let adda: RewardsFixture;
beforeAll(async () => void (adda = await startRewards({ referral: 0, visit: 1 })));
afterAll(() => adda.stop());

const visit = ({ userId }: TestUser, isGuest = false) => adda.rewards.visited({ userId, isGuest });

describe('Q-20: the first visit of a day', () => {
  it('pays a registered user once a day', async () => {
    const ann = await adda.person();
    await visit(ann);
    await visit(ann);
    expect(await adda.linesOf(ann)).toEqual([
      { transaction_type: 'login_bonus', description: 'First visit of the day', amount: 100 },
    ]);
    adda.setTime('2026-11-21T18:29:59.999Z');
    await visit(ann);
    expect(await adda.balanceOf(ann)).toBe(1);
    adda.setTime('2026-11-21T18:30:00.000Z');
    await visit(ann);
    expect(await adda.balanceOf(ann)).toBe(2);
  });

  it('R-09: pays once under concurrent calls on several nodes', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => adda.person()));
    const { database } = adda;
    const wallet = openWallet(adda);
    const clock = () => new Date('2026-12-01T05:00:00.000Z');
    const nodes = Array.from({ length: 3 }, () =>
      createVisits({ database, logger: silentLogger, wallet, coins: 1, clock }),
    );
    const calls = people.flatMap(({ userId }) =>
      nodes.flatMap((node) => Array.from({ length: 5 }, () => node({ userId, isGuest: false }))),
    );
    await Promise.all(calls);
    for (const user of people) expect(await adda.balanceOf(user)).toBe(1);
  });

  it('pays guests nothing', async () => {
    const visitor = await adda.guest();
    await visit(visitor, true);
    expect(await adda.linesOf(visitor)).toEqual([]);
  });

  it('never fails a request; an unpaid visit is paid with the next one', async () => {
    const ann = await adda.person();
    const { database } = adda;
    const wallet = openWallet(adda);
    let works = false;
    const visited = createVisits({
      database,
      logger: silentLogger,
      wallet: {
        post: (tx, transfers) =>
          works ? wallet.post(tx, transfers) : Promise.reject(new Error('the ledger is away')),
      },
      coins: 2,
      clock: () => new Date('2026-12-02T05:00:00.000Z'),
    });
    await visited({ userId: ann.userId, isGuest: false });
    expect(await adda.balanceOf(ann)).toBe(0);
    works = true;
    await visited({ userId: ann.userId, isGuest: false });
    expect(await adda.balanceOf(ann)).toBe(2);
  });

  it('R-21: is deferred while the disk is full', async () => {
    const ann = await adda.person();
    const { database } = adda;
    const wallet = openWallet(adda);
    let isWritable = false;
    const visited = createVisits({
      database: { ...database, isWritable: () => isWritable },
      logger: silentLogger,
      wallet,
      coins: 1,
      clock: () => new Date('2026-12-03T05:00:00.000Z'),
    });
    await visited({ userId: ann.userId, isGuest: false });
    expect(await adda.balanceOf(ann)).toBe(0);
    isWritable = true;
    await visited({ userId: ann.userId, isGuest: false });
    expect(await adda.balanceOf(ann)).toBe(1);
  });
});

it.each([
  ['1', 1],
  ['0', 0],
])('Q-20: with LOGIN_BONUS_COINS %s the first request of a user pays %i', async (setting, coins) => {
  const { client, app, stop } = await startTestApp({ LOGIN_BONUS_COINS: setting });
  onTestFinished(stop);
  const { data } = await client('POST /auth/register', { body: registration() });
  const me = await client('GET /users/me', {}, { token: data.access_token });
  expect(me.status).toBe(200);
  const { balance } = await walletOf(app.database, await userIdOf(app.database, data));
  expect(balance).toBe(coins);
});
