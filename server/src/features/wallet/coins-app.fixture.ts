import { randomInt } from 'node:crypto';
import type { PayoutDecision } from '@adda/contract/wallet';
import { sql } from 'kysely';
import { startTestApp } from '../../test/app.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { guest, registration } from '../accounts/accounts.fixture.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import type { Origin } from './ledger/transfers.policy.ts';
import { giveCoins, walletOf } from './wallet.fixture.ts';

/** A user with a wallet. */
export type Holder = { readonly userId: number; readonly username: string; readonly token: string };

/** The application of the test file, without automatic rewards; every test creates its own users. */
export const startCoins = oncePerFile(openApp, ({ stop }) => stop());

async function openApp() {
  const testApp = await startTestApp({ LOGIN_BONUS_COINS: '0' });
  const { client, app } = testApp;
  const { database } = app;
  // Redis is shared by all test files, so user ids must be unique across them.
  await sql`ALTER TABLE users ALTER COLUMN id RESTART WITH ${sql.lit(randomInt(1, 2 ** 40))}`.execute(
    database.db,
  );

  async function holderOf(data: { username: string; access_token: string }): Promise<Holder> {
    const userId = await userIdOf(database, data);
    return { userId, username: data.username, token: data.access_token };
  }

  /** Creates a user with a confirmed address and these coins. */
  async function person(coins: Partial<Record<Origin, number>> = {}): Promise<Holder> {
    const user = await holderOf((await client('POST /auth/register', { body: registration() })).data);
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${user.userId}`.execute(database.db);
    for (const origin of ['bought', 'earned', 'given'] as const)
      if (coins[origin]) await giveCoins(database, user.userId, coins[origin], origin);
    return user;
  }

  async function admin(): Promise<Holder> {
    const user = await person();
    await sql`UPDATE users SET role = 'admin' WHERE id = ${user.userId}`.execute(database.db);
    return user;
  }

  const historyOf = (user: Holder, query: { page?: number; page_size?: number } = {}) =>
    client('GET /wallet/history', { query }, user);
  const requestPayout = (user: Holder, amount: number) =>
    client('POST /wallet/request-payout', { body: { amount } }, user);

  return {
    ...testApp,
    database,
    person,
    admin,
    guest: async () => holderOf((await client('POST /auth/guest', { body: guest })).data),
    historyOf,
    requestPayout,
    /** Requests a payout. Returns its id. */
    waiting: async (user: Holder, amount: number) => (await requestPayout(user, amount)).data.payout_id,
    payoutsOf: async (user: Holder) => (await client('GET /wallet/payouts', { query: {} }, user)).data,
    decide: (by: Holder, payoutId: string, body: PayoutDecision) =>
      client('PATCH /admin/payouts/:payout_id', { params: { payout_id: payoutId }, body }, by),
    wallet: ({ userId }: Holder) => walletOf(database, userId),
    /** Returns history entries as type, description and coins. */
    lines: async (user: Holder) =>
      (await historyOf(user)).data.history.map(
        ({ transaction_type: type, description, amount }) => `${type}: ${description}: ${amount}`,
      ),
    /** Returns the audit entries of a target, oldest first. */
    async audit(target: string) {
      return database.db
        .selectFrom('audit_entries')
        .select(['actor_id', 'action', 'details'])
        .where('target', '=', target)
        .orderBy('id')
        .execute();
    },
  };
}
