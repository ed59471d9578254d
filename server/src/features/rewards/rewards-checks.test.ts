import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedgerCommands, credit } from '../wallet/index.ts';
import { postTransfers } from '../wallet/ledger/ledger.repository.ts';
import { rewardsChecks } from './rewards-checks.repository.ts';
import { startRewards, type RewardsFixture } from './rewards.fixture.ts';

let adda: RewardsFixture;
beforeAll(async () => void (adda = await startRewards()));
afterAll(() => adda.stop());

const DAYS = 30;
const morningOf = (day: number) => new Date(Date.UTC(2026, 10, 1 + day, 3));

const checkLedger = () =>
  createLedgerCommands(adda.database, rewardsChecks)['ledger']?.run(['check'], () => undefined);

/** Credits coins of a kind for an unknown cause. */
async function coinsFor(userId: number, kind: string): Promise<string> {
  const cause = `${kind}:${randomUUID()}`;
  const line = { type: 'credit', description: 'x' } as const;
  const coins = credit({ cause, kind, amount: 100 }, { payee: userId, origin: 'given', line });
  await adda.database.transaction((tx) => postTransfers(tx, [coins]));
  return cause;
}

it('R-09: the ledger check accepts rewards within the rules', async () => {
  const user = await adda.person();
  for (let day = 0; day < DAYS; day += 1) {
    adda.setTime(morningOf(day));
    for (let spin = 0; spin < 4; spin += 1) await adda.spin(user);
  }
  for (const adType of await adda.insertAds('right', 12)) {
    await adda.click(user, adType);
    await adda.claim(user, adType, 1);
  }
  expect((await adda.linesOf(user)).length).toBeGreaterThan(10);
  const report = await checkLedger();
  for (const { name } of rewardsChecks) expect(report).toContain(`${name}: ok`);
});

it('R-09: finds a fourth paid spin, and one without its coins', async () => {
  const { userId } = await adda.person();
  await sql`INSERT INTO spin_days (user_id, day, spins) VALUES (${userId}, '2026-11-21', 4)`.execute(
    adda.database.db,
  );
  await sql`
    INSERT INTO spins (user_id, day, slot, outcome, paid, spun_at)
    VALUES (${userId}, '2026-11-21', 4, '5 Coins', 500, now())`.execute(adda.database.db);
  await expect(checkLedger()).rejects.toThrow(`spin 4 of ${userId} on 2026-11-21 was paid`);
  await expect(checkLedger()).rejects.toThrow(
    `spin:${userId}:2026-11-21:4: noted 500, the ledger has nothing`,
  );
  await sql`DELETE FROM spins WHERE user_id = ${userId}`.execute(adda.database.db);
});

it('R-09: finds an eleventh claim within five minutes, and coins without a claim', async () => {
  const { userId } = await adda.person();
  await sql`INSERT INTO ad_claimers (user_id) VALUES (${userId})`.execute(adda.database.db);
  await sql`
    INSERT INTO ad_claims (user_id, day, n, ad_type, paid, claimed_at)
    SELECT ${userId}::bigint, '2026-11-21', n, 'banner1', 100, '2026-11-21T05:00:00Z'::timestamptz + n * interval '29 s'
    FROM generate_series(1, 11) n`.execute(adda.database.db);
  await expect(checkLedger()).rejects.toThrow(`${userId} claimed 11 ads within 5 minutes`);
  await expect(checkLedger()).rejects.toThrow(`ad:${userId}:2026-11-21:1: noted 100, the ledger has nothing`);
  await sql`DELETE FROM ad_claims WHERE user_id = ${userId}`.execute(adda.database.db);
});

it.each(['spin', 'ad_reward', 'referral'])(
  'R-09: coins of the kind %s that nothing explains are found',
  async (kind) => {
    const { userId } = await adda.person();
    const cause = await coinsFor(userId, kind);
    await expect(checkLedger()).rejects.toThrow(`${cause}: noted nothing, the ledger has 100`);
  },
);
