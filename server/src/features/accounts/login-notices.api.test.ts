import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { PASSWORD, registration } from './accounts.fixture.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const LATER_FIREFOX = FIREFOX.replaceAll('132', '140');
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';

let adda: TestApp;
let stored: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  stored = await createTestDatabase();
  adda = await startTestApp({ TRUSTED_COUNTRY_HEADER: 'CF-IPCountry' }, { database: stored.database });
});
afterAll(async () => {
  await adda.stop();
  await stored.cleanup();
});

/** Headers of a browser; `country` is what the proxy says. */
const browser = (cookie: string, country?: string, userAgent = FIREFOX): Record<string, string> => ({
  'user-agent': userAgent,
  ...(cookie !== '' && { cookie }),
  ...(country !== undefined && { 'cf-ipcountry': country }),
});

/** Registers a user in a browser; returns the cookie of its device. */
async function registered(country?: string) {
  const body = registration();
  const answer = await adda.client('POST /auth/register', { body }, { headers: browser('', country) });
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { ...body, cookie };
}

const logIn = async (username: string, cookie: string, country?: string, userAgent?: string) => {
  const body = { username, password: PASSWORD };
  const headers = browser(cookie, country, userAgent);
  const { data } = await adda.client('POST /auth/login', { body }, { headers });
  return { token: data.access_token };
};

const told = async (person: { token: string }) =>
  (await adda.client('GET /activity', { query: { filter: 'security' } }, person)).data.items;

const mailsOf = async (email: string) => {
  await adda.app.jobs.runPending();
  return adda.mails().filter((mail) => mail.includes(`To: ${email}`) && mail.includes('A new login'));
};

it('ID-05: the device of the registration is known; another one is told in the activity and by mail', async () => {
  const { username, email, cookie } = await registered();
  expect(await told(await logIn(username, cookie))).toEqual([]);
  expect(await mailsOf(email)).toEqual([]);

  const elsewhere = await logIn(username, '');
  expect(await told(elsewhere)).toMatchObject([
    {
      kind: 'security',
      actors: [],
      subject: { type: 'session' },
      excerpt: 'Firefox on Linux',
      is_read: false,
    },
  ]);
  const [mail = ''] = await mailsOf(email);
  expect(mail).toContain('Firefox on Linux');
  expect(mail).toContain('/undo-login?token=');
});

it('ID-05: a device is told once', async () => {
  const { username } = await registered();
  const answer = await adda.client(
    'POST /auth/login',
    { body: { username, password: PASSWORD } },
    { headers: browser('') },
  );
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  expect(await told(await logIn(username, cookie))).toHaveLength(1);
});

it('ID-05: another browser or system with the same cookie is told, a newer version is not', async () => {
  const { username, cookie } = await registered();
  expect(await told(await logIn(username, cookie, undefined, LATER_FIREFOX))).toEqual([]);
  const other = await logIn(username, cookie, undefined, CHROME);
  expect(await told(other)).toMatchObject([{ excerpt: 'Chrome on Windows' }]);
  expect(await told(await logIn(username, cookie, undefined, CHROME))).toHaveLength(1);
});

it('ID-05: what was seen stays known after its sessions are forgotten', async () => {
  const { username, cookie } = await registered('IN');
  await logIn(username, cookie, 'DE');
  await stored.database.pool.query(
    'DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE username = $1)',
    [username],
  );
  expect(await told(await logIn(username, cookie, 'IN'))).toEqual([]);
});

it('ID-05, NT-03: logins are always listed, and pushed by choice', async () => {
  const { username } = await registered();
  const person = await logIn(username, '');
  const body = { notifications: { security: { in_app: false, push: true, email: true } } };
  const { data } = await adda.client('PATCH /users/settings', { body }, person);
  expect(data.notifications.security).toEqual({ in_app: true, push: true, email: false });
  expect(await told(person)).toHaveLength(1);
});

it('ID-05: a country that was not seen before is told; the devices say where each logged in', async () => {
  const { username, email, cookie } = await registered('IN');
  expect(await told(await logIn(username, cookie, 'in'))).toEqual([]);
  expect(await told(await logIn(username, cookie))).toEqual([]);
  expect(await told(await logIn(username, cookie, 'XX'))).toEqual([]);
  const abroad = await logIn(username, cookie, 'DE');
  expect(await told(abroad)).toMatchObject([{ excerpt: 'Firefox on Linux, Germany' }]);
  expect((await mailsOf(email)).join()).toContain('Firefox on Linux, Germany');
  const { data } = await adda.client('GET /auth/sessions', {}, abroad);
  const countries = data.sessions.map(({ country }) => country);
  expect(countries.toSorted()).toEqual(['DE', 'IN', 'IN', null, null].toSorted());
});

it('ID-05: without the setting a header of the client names no country', async () => {
  const plain = await startTestApp();
  const { data } = await plain.client(
    'POST /auth/register',
    { body: registration() },
    { headers: { 'cf-ipcountry': 'DE' } },
  );
  const answer = await plain.client('GET /auth/sessions', {}, { token: data.access_token });
  expect(answer.data.sessions.map(({ country }) => country)).toEqual([null]);
  await plain.stop();
});
