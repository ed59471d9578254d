import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guest, PASSWORD, registration, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

it('SV-12, AU-25 to AU-28: GET /users/me returns the own account without birth date and password', async () => {
  const body = registration();
  const { token } = await adda.register(body);
  const { data } = await adda.client('GET /users/me', {}, { token });
  expect(data).toEqual({
    username: body.username,
    display_name: body.username,
    email: body.email,
    wanted_email: null,
    role: 'user',
    is_guest: false,
    following: [],
    email_verified: false,
    is_available: true,
    referral_code: expect.stringMatching(/^[0-9a-z]{8}$/),
    bio: null,
    links: [],
    profile_image_url: null,
    profile_picture: null,
    sex: 'female',
    age: expect.any(Number),
    country: 'India',
    state: 'Kerala',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

describe('DELETE /users/me', () => {
  const remove = (token: string, password: string) =>
    adda.client('DELETE /users/me', { body: { password } }, { token });

  it('SV-13: deletion anonymises the user, keeps the row and its id, and frees the name', async () => {
    const deleted: number[] = [];
    adda.accounts.onDeleting('posts', async (_tx, userId) => void deleted.push(userId));
    const body = registration();
    const { token } = await adda.register(body);
    const { userId } = await adda.accounts.authenticate(token);
    expect((await remove(token, 'wrong password')).error.code).toBe('wrong_password');
    expect((await remove(token, PASSWORD)).status).toBe(200);
    expect(deleted).toEqual([userId]);
    expect(adda.ended.at(-1)).toMatchObject({ userId, reason: 'deleted' });
    expect((await adda.client('GET /users/me', {}, { token })).error.code).toBe('invalid_token');
    const row = await adda.database.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      username: `deleted-${userId}`,
      email: null,
      password_hash: null,
      referral_code: null,
    });
    expect(JSON.stringify(row)).not.toContain(body.username);
    expect((await adda.client('POST /auth/register', { body })).status).toBe(201);
  });

  it('SV-13: a hook that throws rolls the deletion back', async () => {
    const { token } = await adda.register();
    const { userId } = await adda.accounts.authenticate(token);
    adda.accounts.onDeleting('wallet', async (_tx, id) => {
      if (id === userId) throw new Error('a payout is pending');
    });
    expect((await remove(token, PASSWORD)).status).toBe(500);
    expect((await adda.client('GET /users/me', {}, { token })).status).toBe(200);
  });

  it('R-19: too many wrong passwords are throttled', async () => {
    const { token } = await adda.register();
    for (let n = 0; n < 10; n += 1) await remove(token, 'wrong password');
    expect((await remove(token, PASSWORD)).error.code).toBe('too_many_login_attempts');
  });
});

it('SV-03: guests inactive for 30 days are deleted; registered users and active guests stay', async () => {
  const enter = async () => {
    return (await adda.client('POST /auth/guest', { body: guest })).data.access_token;
  };
  const person = await adda.register();
  const [idle, active] = [await enter(), await enter()];
  const { userId } = await adda.accounts.authenticate(idle);
  adda.passSeconds(10 * 24 * 3600);
  const { data } = await adda.client('POST /auth/refresh', { body: { token: active } });
  await adda.accounts.authenticate(data.token);
  adda.passSeconds(21 * 24 * 3600);
  expect(await adda.accounts.deleteIdleGuests()).toBeGreaterThanOrEqual(1);
  const rows = await adda.database.db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .execute();
  const names = rows.map((row) => row.username);
  expect(names).toContain(person.username);
  expect(rows.map((row) => row.id)).not.toContain(userId);
  expect(names).toContain(JSON.parse(Buffer.from(active.split('.')[1] ?? '', 'base64url').toString()).sub);
});
