import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { from, guest, linkToken, registration } from '../accounts/accounts.fixture.ts';
import { startRewards, type RewardsFixture } from './rewards.fixture.ts';

let adda: RewardsFixture;
beforeAll(async () => void (adda = await startRewards()));
afterAll(() => adda.stop());

type Headers = Record<string, string>;

/** Registers a user with a referral code and client headers. Returns the values for the next steps. */
async function register(code?: string, headers: Headers = {}) {
  const body = { ...registration(), ...(code !== undefined && { referral_code: code }) };
  const answer = await adda.accountsClient('POST /auth/register', { body }, { headers });
  const { username, access_token: token } = answer.data;
  const { data: me } = await adda.accountsClient('GET /users/me', {}, { token });
  const { userId } = await adda.accounts.authenticate(token);
  const device = /adda_device=([\w.-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { username, userId, token, email: body.email, code: me.referral_code ?? '', device };
}

const verify = (token: string) => adda.accountsClient('POST /auth/verify-email', { body: { token } });

async function confirm({ email }: { email: string }): Promise<void> {
  const [mail] = await adda.mailsTo(email);
  expect((await verify(linkToken(mail))).status).toBe(200);
}

const referralsOf = async (token: string) =>
  (await adda.accountsClient('GET /users/me/referrals', { query: {} }, { token })).data.referrals;

const cookie = (device: string): Headers => ({ cookie: `adda_device=${device}` });
const browser = (address: string, agent: string): Headers => ({ ...from(address), 'user-agent': agent });

describe('SV-96: referrals', () => {
  it('X-16, SV-14: pay once the friend has confirmed their e-mail', async () => {
    const ann = await register();
    const ben = await register(ann.code);
    expect(await adda.balanceOf(ann)).toBe(0);
    expect(await referralsOf(ann.token)).toEqual([
      { username: ben.username, verified: false, rewarded_at: null },
    ]);
    await confirm(ben);
    expect(await adda.balanceOf(ann)).toBe(10);
    expect(await adda.linesOf(ann)).toEqual([
      { transaction_type: 'referral', description: `${ben.username} joined with your link`, amount: 1000 },
    ]);
    expect(await referralsOf(ann.token)).toEqual([
      {
        username: ben.username,
        verified: true,
        rewarded_at: expect.stringMatching(/^2026-11-21T03:00:00\.\d{3}Z$/),
      },
    ]);
    expect(await adda.balanceOf(ben)).toBe(0);
  });

  it('X-16: pay for a guest who upgrades with the code', async () => {
    const ann = await register();
    const { data: visitor } = await adda.accountsClient('POST /auth/guest', { body: guest });
    const { username, email, password } = registration();
    const body = { username, email, password, referral_code: ann.code };
    const upgraded = await adda.accountsClient(
      'POST /auth/upgrade',
      { body },
      { token: visitor.access_token },
    );
    expect(upgraded.status).toBe(200);
    await confirm({ email });
    expect(await adda.balanceOf(ann)).toBe(10);
  });

  it('R-09: of 20 concurrent confirmations one pays, and each of several friends does', async () => {
    const ann = await register();
    const friends = [await register(ann.code), await register(ann.code), await register(ann.code)];
    const links: string[] = [];
    for (const { email } of friends) links.push(linkToken((await adda.mailsTo(email))[0]));
    const answers = await Promise.all(
      links.flatMap((link) => Array.from({ length: 20 }, () => verify(link))),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await adda.balanceOf(ann)).toBe(30);
    expect(await adda.linesOf(ann)).toHaveLength(3);
  });

  it('pay no suspended or deleted referrer, and nothing if the friend is suspended or deleted', async () => {
    const { db } = adda.database;
    const suspend = (userId: number) =>
      db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', userId).execute();
    const [ann, eve] = [await register(), await register()];
    const [ofAnn, ofEve] = [await register(ann.code), await register(eve.code)];
    await suspend(ann.userId);
    await suspend(ofEve.userId);
    for (const friend of [ofAnn, ofEve]) await confirm(friend);
    const deleted = await register();
    const ofDeleted = await register(deleted.code);
    const body = { password: registration().password };
    expect((await adda.accountsClient('DELETE /users/me', { body }, deleted)).status).toBe(200);
    await confirm(ofDeleted);
    for (const user of [ann, eve, deleted]) expect(await adda.balanceOf(user)).toBe(0);
  });
});

describe('SV-96: self-referrals', () => {
  async function isPaid(mine: Headers, theirs: Headers): Promise<boolean> {
    const ann = await register(undefined, mine);
    const other = await register(ann.code, theirs);
    await confirm(other);
    return (await adda.balanceOf(ann)) > 0;
  }

  it('pay nothing on the same device, whatever the address', async () => {
    const ann = await register(undefined, from('8.8.8.8'));
    expect(ann.device).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const other = await register(ann.code, { ...from('9.9.9.9'), ...cookie(ann.device) });
    expect(other.device).toBe('');
    await confirm(other);
    expect(await adda.balanceOf(ann)).toBe(0);
    expect(await referralsOf(ann.token)).toMatchObject([{ verified: true, rewarded_at: null }]);
  });

  it('pay nothing if the referrer has logged in on the friend’s device since then', async () => {
    const ann = await register();
    const other = await register(ann.code);
    const body = { username: ann.username, password: registration().password };
    await adda.accountsClient('POST /auth/login', { body }, { headers: cookie(other.device) });
    await confirm(other);
    expect(await adda.balanceOf(ann)).toBe(0);
  });

  it.each([
    ['the same browser in the same network', browser('8.8.4.4', 'A'), browser('8.8.4.4', 'A'), false],
    [
      'the same browser in the same household of IPv6',
      browser('2a00:1450:1:2::1', 'A'),
      browser('2a00:1450:1:2:ffff::9', 'A'),
      false,
    ],
    ['an IPv4 address in IPv6 notation', browser('::ffff:8.8.1.1', 'A'), browser('8.8.1.1', 'A'), false],
    ['another browser in the same network', browser('8.8.5.5', 'A'), browser('8.8.5.5', 'B'), true],
    ['the same browser in another network', browser('8.8.6.6', 'A'), browser('8.8.7.7', 'A'), true],
    ['a private address, which proves nothing', browser('10.0.0.1', 'A'), browser('10.0.0.1', 'A'), true],
    ['no cookies on the local machine', {}, {}, true],
    ['a cookie that this server did not issue', cookie('x'), cookie('x'), true],
  ])('%s', async (_name, mine, theirs, paid) => expect(await isPaid(mine, theirs)).toBe(paid));

  it('store neither device nor address in plain text, few marks, and none after account deletion', async () => {
    const ann = await register(undefined, browser('8.8.9.9', 'A browser'));
    const marks = () =>
      adda.database.db.selectFrom('account_origins').selectAll().where('user_id', '=', ann.userId).execute();
    const stored = await marks();
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['device', 'email', 'network']);
    expect(JSON.stringify(stored)).not.toContain('example.org');
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`8\\.8\\.9\\.9|browser|${ann.device}`));
    const { database } = adda;
    await database.db
      .insertInto('account_origins')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          user_id: ann.userId,
          mark: `old ${n}`,
          seen_at: new Date(0),
        })),
      )
      .execute();
    const body = { username: ann.username, password: registration().password };
    const { data } = await adda.accountsClient('POST /auth/login', { body });
    // The newest fifty of each kind.
    expect(await marks()).toHaveLength(52);
    const password = { password: registration().password };
    const token = data.access_token;
    expect((await adda.accountsClient('DELETE /users/me', { body: password }, { token })).status).toBe(200);
    expect(await marks()).toEqual([]);
  });
});

describe('SV-96: many friends from one network', () => {
  const HOME = '8.8.20.';
  let home = 0;

  /** Registers friends of one referrer from one network with different browsers, confirmed one after the other. */
  async function bring(code: string, count: number, address = `${HOME}${(home += 1)}`) {
    const friends = [];
    for (let n = 0; n < count; n += 1) {
      const friend = await register(code, browser(address, `Browser ${n}`));
      await confirm(friend);
      adda.passTime(1);
      friends.push(friend);
    }
    return friends;
  }
  const list = async (admin: { token: string }, status: 'waiting' | 'decided' = 'waiting') =>
    (await adda.client('GET /admin/referrals', { query: { status, page_size: 100 } }, admin)).data.referrals;
  const decide = (admin: { token: string }, id: string, status: 'approved' | 'refused') =>
    adda.client(
      'PATCH /admin/referrals/:referral_id',
      { params: { referral_id: id }, body: { status } },
      admin,
    );

  it('are paid for two within a week, whatever their browsers; further ones wait for an administrator', async () => {
    const ann = await register();
    const [, , third, fourth] = await bring(ann.code, 4);
    expect(await adda.balanceOf(ann)).toBe(20);
    const admin = await adda.admin();
    const waiting = (await list(admin)).filter(({ referrer }) => referrer === ann.username);
    expect(waiting).toMatchObject([
      { friend: third?.username, status: 'waiting', decided_by: null },
      { friend: fourth?.username, status: 'waiting', decided_by: null },
    ]);
    const [first, second] = waiting.map(({ referral_id: id }) => id);
    expect((await decide(admin, first ?? '', 'approved')).data.message).toBe('The reward is paid.');
    expect((await decide(admin, second ?? '', 'refused')).status).toBe(200);
    expect(await adda.balanceOf(ann)).toBe(30);
    for (const id of [first ?? '', second ?? ''])
      expect((await decide(admin, id, 'approved')).error.code).toBe('referral_not_found');
    expect(await adda.balanceOf(ann)).toBe(30);
    const decided = (await list(admin, 'decided')).filter(({ referrer }) => referrer === ann.username);
    expect(decided.map(({ status, decided_by: by }) => [status, by]).toSorted()).toEqual([
      ['approved', admin.username],
      ['refused', admin.username],
    ]);
    const entries = await adda.database.db
      .selectFrom('audit_entries')
      .select(['action', 'target'])
      .where('actor_id', '=', admin.userId)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'referral_approved', target: `user#${ann.userId}` },
      { action: 'referral_refused', target: `user#${ann.userId}` },
    ]);
  });

  it('are counted per network and referrer, within a week', async () => {
    const [ann, ben] = [await register(), await register()];
    const address = `${HOME}200`;
    await bring(ann.code, 2, address);
    await bring(ann.code, 2);
    await bring(ben.code, 2, address);
    expect([await adda.balanceOf(ann), await adda.balanceOf(ben)]).toEqual([40, 20]);
    adda.passTime(7 * 24 * 3600 * 1000 + 1);
    await bring(ann.code, 1, address);
    expect(await adda.balanceOf(ann)).toBe(50);
  });

  it('R-09: of many concurrent confirmations two pay', async () => {
    const ann = await register();
    const friends = [];
    for (let n = 0; n < 5; n += 1) friends.push(await register(ann.code, browser(`${HOME}201`, `B ${n}`)));
    const links: string[] = [];
    for (const { email } of friends) links.push(linkToken((await adda.mailsTo(email))[0]));
    await Promise.all(links.map((link) => verify(link)));
    expect(await adda.balanceOf(ann)).toBe(20);
    expect((await list(await adda.admin())).filter(({ referrer }) => referrer === ann.username)).toHaveLength(
      3,
    );
  });

  it('are decided by an administrator other than the referrer, and not paid to a suspended one', async () => {
    const ann = await register();
    await bring(ann.code, 3);
    const admin = await adda.admin();
    const id = (await list(admin)).find(({ referrer }) => referrer === ann.username)?.referral_id ?? '';
    expect((await decide(ann, id, 'approved')).error.code).toBe('admin_only');
    const { db } = adda.database;
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', ann.userId).execute();
    expect((await decide(ann, id, 'approved')).error.code).toBe('referral_is_own');
    await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', ann.userId).execute();
    expect((await decide(admin, id, 'approved')).error.code).toBe('referral_not_payable');
    expect((await decide(admin, id, 'refused')).status).toBe(200);
    expect(await adda.balanceOf(ann)).toBe(20);
  });
});

it('CO-18: pay nothing if the setting is 0', async () => {
  const none = await startRewards({ referral: 0, visit: 0 });
  onTestFinished(none.stop);
  const ann = await none.person();
  const { data: me } = await none.accountsClient('GET /users/me', {}, ann);
  const body = { ...registration(), referral_code: me.referral_code ?? '' };
  await none.accountsClient('POST /auth/register', { body });
  const token = linkToken((await none.mailsTo(body.email))[0]);
  expect((await none.accountsClient('POST /auth/verify-email', { body: { token } })).status).toBe(200);
  expect(await none.balanceOf(ann)).toBe(0);
});
