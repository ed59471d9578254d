import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guest, registration, startAccounts, type AccountsFixture } from './accounts.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const yearsAgo = (years: number, days = 0) => {
  const day = adda.now();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

describe('X-08: ages', () => {
  it.each([
    ['18 today', () => ({ birth_date: yearsAgo(18) })],
    ['100', () => ({ birth_date: yearsAgo(100) })],
    ['an age in years', () => ({ birth_date: undefined, age: 18 })],
  ])('accepts %s', async (_name, given) => {
    const body = { ...registration(), ...given() };
    expect((await adda.client('POST /auth/register', { body })).status).toBe(201);
  });

  it.each([
    ['18 tomorrow', () => ({ birth_date: yearsAgo(18, 1) }), 'birth_date'],
    ['17', () => ({ birth_date: undefined, age: 17 }), 'age'],
  ])('refuses %s and remembers it in the browser for a day', async (_name, given, field) => {
    const refused = await adda.client('POST /auth/register', { body: { ...registration(), ...given() } });
    expect(refused.status).toBe(422);
    expect(refused.error.detail).toEqual([
      { loc: ['body', field], msg: 'You must be 18 or older to use Adda.', type: 'age' },
    ]);
    const cookie = refused.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^adda_age_refused=1; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/);

    const headers = { cookie: 'adda_age_refused=1' };
    const again = await adda.client('POST /auth/register', { body: registration() }, { headers });
    expect(again.status).toBe(403);
    expect(again.error).toEqual({ code: 'age_refused', detail: 'You must be 18 or older to use Adda.' });
    expect((await adda.client('POST /auth/guest', { body: guest }, { headers })).error.code).toBe(
      'age_refused',
    );
    const { data } = await adda.client('POST /auth/guest', { body: guest });
    const { username, email, password } = registration();
    const upgrade = { body: { username, email, password } };
    const refusedUpgrade = await adda.client('POST /auth/upgrade', upgrade, {
      token: data.access_token,
      headers,
    });
    expect(refusedUpgrade.error.code).toBe('age_refused');
  });

  it.each([
    ['101', () => yearsAgo(101)],
    ['a day to come', () => yearsAgo(-1)],
    ['31 February', () => '2000-02-31'],
  ])('refuses %s without remembering it', async (_name, day) => {
    const answer = await adda.client('POST /auth/guest', { body: { ...guest, birth_date: day() } });
    expect(answer.status).toBe(422);
    expect(answer.error.detail).toEqual([expect.objectContaining({ loc: ['body', 'birth_date'] })]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('SV-01: refuses an age that contradicts the birth date, and accepts one that agrees with it', async () => {
    const enter = (age: number) =>
      adda.client('POST /auth/guest', { body: { ...guest, birth_date: yearsAgo(30, -40), age } });
    for (const age of [29, 31]) {
      const answer = await enter(age);
      expect(answer.status).toBe(422);
      expect(answer.error.detail).toEqual([
        { loc: ['body', 'age'], msg: 'Age and date of birth do not match.', type: 'age' },
      ]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await enter(30)).status).toBe(201);
  });

  it('requires a birth date or an age', async () => {
    const answer = await adda.client('POST /auth/guest', { body: { ...guest, birth_date: undefined } });
    expect(answer.status).toBe(422);
  });
});
