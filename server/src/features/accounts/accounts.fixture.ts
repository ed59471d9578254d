import { readdir, readFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountsRoutes, siteWordsOf } from '@adda/contract/accounts';
import { DEFAULT_API_KEY } from '@adda/contract/platform';
import { registerRoutes } from '../../platform/http/register-routes.ts';
import { createOwnOriginCheck } from '../../platform/http/own-origin.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { createRateLimiter } from '../../platform/limits/rate-limiter.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { createMailer } from '../../platform/mail/index.ts';
import { TEST_PASSWORD_COST } from '../../test/app.fixture.ts';
import { createClient } from '../../test/client.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { createRelations } from '../relations/index.ts';
import { createSafety } from '../safety/index.ts';
import { createAccounts, type Renamed, type SessionEnded } from './index.ts';

/** Signs the tokens of the fixture. */
export const TEST_SECRET = 'a secret for tests, at least 32 characters';

/** Password of all users that the fixture creates. */
export const PASSWORD = 'correct horse battery';

/** Sets the client address. The fixture trusts one proxy hop. */
export const from = (address: string) => ({ 'x-forwarded-for': address });

let count = 0;

/** Returns a username that no other test of the file uses. */
export function freshName(): string {
  count += 1;
  return `person${count}`;
}

/** Returns a valid body for `POST /auth/register`. */
export function registration(username = freshName()) {
  return {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    sex: 'female' as const,
    birth_date: '1999-05-17',
    country: 'India' as const,
    state: 'Kerala',
  };
}

/** A valid body for `POST /auth/guest`. */
export const guest = { sex: 'male', birth_date: '2001-02-03', country: 'UK', state: 'Wales' } as const;

/** Starts accounts behind a real HTTP server, with a clock that tests can advance. */
export async function startAccounts() {
  const { database, cleanup } = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-accounts-'));
  const logger = createLogger('silent');
  const jobs = createJobs(database, logger);
  const mailer = createMailer({ from: 'Adda <hello@adda.invalid>', dataDir });
  let ahead = 0;
  const accounts = createAccounts({
    database,
    jobs,
    mailer,
    limiter: createRateLimiter(),
    jwtSecret: TEST_SECRET,
    publicUrl: 'https://adda.example',
    siteWords: siteWordsOf('adda.example', 'Zorvex House'),
    listFollowing: createRelations({ database, logger }).listFollowing,
    wordFilter: createSafety({
      database,
      jobs,
      logger,
      hasLimits: false,
      scanner: { url: undefined, secret: undefined, userKey: '' },
    }).wordFilter,
    clock: () => new Date(Date.now() + ahead * 1000),
    passwordCost: TEST_PASSWORD_COST,
  });
  accounts.startJobs();
  const ended: SessionEnded[] = [];
  const renamed: Renamed[] = [];
  accounts.onSessionEnded((event) => ended.push(event));
  accounts.onRenamed((event) => renamed.push(event));
  const app = await createHttpServer({
    isOwnOrigin: createOwnOriginCheck({
      publicUrl: () => 'https://adda.example',
      acceptsRequestedHost: true,
    }),
    apiKey: DEFAULT_API_KEY,
    authenticate: accounts.authenticate,
    limiter: () => undefined,
    assertWritable: database.assertWritable,
    logger,
    trustProxy: 1,
    https: false,
  });
  registerRoutes(app, accountsRoutes, accounts.handlers);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createClient(url);
  const outbox = path.join(dataDir, 'outbox');

  return {
    url,
    client,
    database,
    jobs,
    accounts,
    ended,
    renamed,
    /** Advances the clock permanently. */
    passSeconds: (seconds: number) => void (ahead += seconds),
    now: () => new Date(Date.now() + ahead * 1000),
    /** Registers a user. Returns username, address and token. */
    async register(body = registration()) {
      const { data } = await client('POST /auth/register', { body });
      return { username: data.username, email: body.email, token: data.access_token };
    },
    /** Runs pending jobs, then returns the mails to an address, oldest first. */
    async mailsTo(address: string): Promise<string[]> {
      await jobs.runPending();
      const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml')).toSorted();
      const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
      return mails.filter((mail) => mail.includes(`To: ${address}`));
    },
    async stop() {
      await app.close();
      await jobs.stop();
      mailer.close();
      await cleanup();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type AccountsFixture = Awaited<ReturnType<typeof startAccounts>>;

/** Returns the token from the link in a mail. */
export function linkToken(mail: string | undefined): string {
  const token = /\?token=([\w-]+)/.exec(mail ?? '')?.[1];
  if (!token) throw new Error('There is no link in this mail.');
  return token;
}
