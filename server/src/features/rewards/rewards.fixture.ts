import { rewardsRoutes } from '@adda/contract/rewards';
import { DEFAULT_API_KEY } from '@adda/contract/platform';
import { sql } from 'kysely';
import { registerRoutes } from '../../platform/http/register-routes.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { createClient } from '../../test/client.ts';
import { startAccounts, guest } from '../accounts/accounts.fixture.ts';
import { createActivityTeller } from '../activity/index.ts';
import { createWallet } from '../wallet/index.ts';
import { walletOf } from '../wallet/wallet.fixture.ts';
import { createRewards } from './index.ts';

/** A user of the fixture. */
export type TestUser = { readonly userId: number; readonly username: string; readonly token: string };

/** The morning of a day in India. */
const MORNING = '2026-11-21T03:00:00.000Z';

/** The wallet of a test next to its accounts. */
export const openWallet = ({
  accounts,
  database,
  jobs,
}: Pick<Awaited<ReturnType<typeof startAccounts>>, 'accounts' | 'database' | 'jobs'>) =>
  createWallet({
    database,
    jobs,
    secret: 'a secret for tests, at least 32 characters',
    fourEyesCoins: 5000,
    mailOwner: accounts.mailOwner,
    activity: { ...createActivityTeller(() => undefined), register: () => undefined },
  });

/** Starts rewards behind a real HTTP server, with a fixed clock that tests set, and with accounts. */
export async function startRewards(coins = { referral: 10, visit: 0 }) {
  const adda = await startAccounts();
  const { accounts, database } = adda;
  const logger = createLogger('silent');
  let now = new Date(MORNING);
  const wallet = openWallet(adda);
  const rewards = createRewards({
    database,
    logger,
    accounts,
    wallet,
    imageLink: (imageId, audience) => `/media/${imageId}?for=${audience}`,
    viewerCookie: { remember: () => undefined },
    coins,
    clock: () => now,
  });
  const app = await createHttpServer({
    isOwnOrigin: () => false,
    apiKey: DEFAULT_API_KEY,
    authenticate: accounts.authenticate,
    limiter: () => undefined,
    assertWritable: database.assertWritable,
    logger,
    trustProxy: 0,
    https: false,
  });
  registerRoutes(app, rewardsRoutes, rewards.handlers);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createClient(url);

  async function knownBy(token: string): Promise<TestUser> {
    const { userId, username } = await accounts.authenticate(token);
    return { userId, username, token };
  }

  return {
    ...adda,
    /** Sets the clock of rewards, not of accounts. */
    setTime: (time: string | Date) => void (now = new Date(time)),
    passTime: (milliseconds: number) => void (now = new Date(now.getTime() + milliseconds)),
    accountsClient: adda.client,
    client,
    rewards,
    person: async () => knownBy((await adda.register()).token),
    /** Creates an administrator. */
    async admin() {
      const user = await knownBy((await adda.register()).token);
      await database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.userId).execute();
      return user;
    },
    guest: async () => knownBy((await adda.client('POST /auth/guest', { body: guest })).data.access_token),
    balanceOf: async ({ userId }: Pick<TestUser, 'userId'>) => (await walletOf(database, userId)).balance,
    /** Returns the entries of a user's history, oldest first. */
    linesOf: ({ userId }: Pick<TestUser, 'userId'>) =>
      database.db
        .selectFrom('wallet_lines')
        .select(['transaction_type', 'description', 'amount'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    spin: (user: TestUser) => client('POST /wallet/spin', {}, user),
    click: (user: TestUser, adType: string) => client('POST /wallet/ad-click', { body: { adType } }, user),
    claim: (user: TestUser, adType: string, amount: number) =>
      client('POST /wallet/ad-reward', { body: { adType, amount } }, user),
    /** Inserts ads of the types `<name>1`, `<name>2` and so on; one click each, one coin. */
    async insertAds(name: string, count: number): Promise<string[]> {
      await sql`
        INSERT INTO reward_ads (ad_type, category, reward, clicks, sponsor)
        SELECT ${name}::text || n, 'regular', 1, 1, 'Chai House' FROM generate_series(1, ${count}::integer) n`.execute(
        database.db,
      );
      return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
    },
    async stop() {
      await app.close();
      await adda.stop();
    },
  };
}

export type RewardsFixture = Awaited<ReturnType<typeof startRewards>>;
