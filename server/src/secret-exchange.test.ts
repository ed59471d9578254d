import { randomBytes } from 'node:crypto';
import { TOTP_SECONDS } from '@adda/contract/accounts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, it, onTestFinished, vi } from 'vitest';
import { registration } from './features/accounts/accounts.fixture.ts';
import { createLogger } from './platform/logging/logger.ts';
import { startTestApp } from './test/app.fixture.ts';
import { createTestDatabase } from './test/database.fixture.ts';

const OLD = 'the former secret of these tests is long enough';
const NEW = 'the new secret of these tests is long enough';
const RENEWED = 'stored values were encrypted anew with JWT_SECRET';
const NOT_NEEDED = 'every stored value opens with JWT_SECRET alone: none needs JWT_SECRET_PREVIOUS any more';
const UNREADABLE = 'stored values open with no secret of the settings';

type Line = { readonly msg: string; readonly renewed?: object; readonly unreadable?: object };

/** Opens a database of the test. Returns a function that starts the program on it with other settings, after the one before. */
async function openInstallation() {
  const { database, cleanup } = await createTestDatabase();
  let stop = async (): Promise<void> => undefined;
  onTestFinished(async () => {
    await stop();
    await cleanup();
  });
  return {
    database,
    async start(env: Record<string, string>) {
      await stop();
      const lines: Line[] = [];
      const logger = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
      const app = await startTestApp(env, { database, logger });
      ({ stop } = app);
      const logged = (text: string) =>
        vi.waitFor(() => {
          const line = lines.find(({ msg }) => msg.startsWith(text));
          if (!line) throw new Error(`not logged: ${text}`);
          return line;
        });
      return { ...app, lines, logged };
    },
  };
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;
type Started = Awaited<ReturnType<Installation['start']>>;

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * TOTP_SECONDS * 1000,
  });

const PAYEE = { kind: 'upi', name: 'Ann Rao', account: 'ann.rao@okbank' } as const;
const MASKED = { kind: 'upi', name: 'Ann Rao', account_masked: 'a••••@okbank' };

/** Registers a user with payout details, a payout request that keeps them, and an authenticator app. */
async function registerWithSecrets({ client }: Started, { database }: Installation) {
  const form = registration();
  const { data: user } = await client('POST /auth/register', { body: form });
  const ann = { token: user.access_token };
  await client('POST /wallet/payee', { body: PAYEE }, ann);
  await sql`
    INSERT INTO payouts (payout_id, user_id, amount, status, payee_kind, payee_sealed)
    SELECT ${`payout_${randomBytes(12).toString('hex')}`}, user_id, 50000, 'rejected', kind, sealed FROM payees`.execute(
    database.db,
  );
  const { data: totp } = await client('POST /auth/totp', {}, ann);
  // The code of the step before, so that the present one is left for a login.
  const body = { code: codeOf(totp.secret, -1) };
  const { data } = await client('POST /auth/totp/confirm', { body }, ann);
  return { ...ann, form, username: user.username, totp: totp.secret, recoveryCodes: data.recovery_codes };
}

type Person = Awaited<ReturnType<typeof registerWithSecrets>>;

const payeeOf = async ({ client }: Started, token: string) =>
  (await client('GET /wallet/payee', {}, { token })).data.payee;

/** Returns the payee of the payout request as a new administrator sees it. */
async function payeeOfRequest({ client, app: { database } }: Started) {
  const { data } = await client('POST /auth/register', { body: registration() });
  await sql`UPDATE users SET role = 'admin' WHERE username = ${data.username}`.execute(database.db);
  const { access_token: token } = data;
  return (await client('GET /admin/payouts', { query: {} }, { token })).data.payouts[0]?.payee;
}

async function logIn({ client }: Started, { username, form: { password } }: Person, code: string) {
  const { error } = await client('POST /auth/login', { body: { username, password } });
  const body = { challenge: error.challenge ?? '', code };
  return client('POST /auth/login/second-factor', { body });
}

it('ID-08: after an exchange of JWT_SECRET all that is stored opens, and soon with the new secret alone', async () => {
  const installation = await openInstallation();
  const before = await installation.start({ JWT_SECRET: OLD });
  const ann = await registerWithSecrets(before, installation);
  const sealedWithOld = await readSealed(installation);

  const during = await installation.start({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
  // A token of the former secret is valid, and is renewed as one of the new secret.
  expect(await payeeOf(during, ann.token)).toEqual(MASKED);
  const { data: renewed } = await during.client('POST /auth/refresh', { body: null }, ann);
  expect((await during.logged(RENEWED)).renewed).toEqual({
    'payout details': 1,
    'payout details of requests': 1,
    'secrets of authenticator apps': 1,
  });
  await during.logged(NOT_NEEDED);
  const sealedWithNew = await readSealed(installation);
  for (const [name, value] of Object.entries(sealedWithNew)) expect(value).not.toEqual(sealedWithOld[name]);

  const after = await installation.start({ JWT_SECRET: NEW });
  const { access_token: token } = renewed;
  expect([await payeeOf(after, token), await payeeOfRequest(after)]).toEqual([MASKED, MASKED]);
  expect((await logIn(after, ann, codeOf(ann.totp))).status).toBe(200);
  expect((await after.client('GET /users/me', {}, ann)).error.code).toBe('invalid_token');
});

/** Returns the encrypted values as they are stored. */
async function readSealed({ database: { db } }: Installation): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, string>>`
    SELECT payees.sealed, payouts.payee_sealed, encode(totp_secrets.secret, 'hex') AS secret
    FROM payees JOIN payouts USING (user_id) JOIN totp_secrets USING (user_id)`.execute(db);
  return rows[0] ?? {};
}

it('ID-08: after a leak the former secret opens what is stored, and no token of it counts', async () => {
  const installation = await openInstallation();
  const before = await installation.start({ JWT_SECRET: OLD });
  const ann = await registerWithSecrets(before, installation);
  const after = await installation.start({
    JWT_SECRET: NEW,
    JWT_SECRET_PREVIOUS: OLD,
    JWT_SECRET_PREVIOUS_FOR: 'stored',
  });
  expect((await after.client('GET /users/me', {}, ann)).error.code).toBe('invalid_token');
  const { status, data } = await logIn(after, ann, codeOf(ann.totp));
  expect(status).toBe(200);
  expect(await payeeOf(after, data.access_token ?? '')).toEqual(MASKED);
});

it('ID-08: the start says what opens with no secret; it counts as not set, and recovery codes work', async () => {
  const installation = await openInstallation();
  const before = await installation.start({ JWT_SECRET: OLD });
  const ann = await registerWithSecrets(before, installation);
  const { sealed = '' } = await readSealed(installation);
  await sql`UPDATE payouts SET payee_sealed = ${`${sealed.slice(0, -4)}AAAA`}`.execute(
    installation.database.db,
  );

  const without = await installation.start({ JWT_SECRET: NEW });
  expect((await without.logged(UNREADABLE)).unreadable).toEqual({
    'payout details': 1,
    'payout details of requests': 1,
    'secrets of authenticator apps': 1,
  });
  expect((await logIn(without, ann, codeOf(ann.totp))).error.code).toBe('wrong_code');
  const { status, data } = await logIn(without, ann, ann.recoveryCodes[0] ?? '');
  expect(status).toBe(200);
  expect(await payeeOf(without, data.access_token ?? '')).toBeNull();

  // Nothing is lost: with the former secret all but the altered value opens again.
  const repaired = await installation.start({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD });
  expect((await repaired.logged(UNREADABLE)).unreadable).toEqual({ 'payout details of requests': 1 });
  expect(repaired.lines.some(({ msg }) => msg === NOT_NEEDED)).toBe(false);
  expect(await payeeOf(repaired, data.access_token ?? '')).toEqual(MASKED);
  expect(await payeeOfRequest(repaired)).toBeNull();
});
