import { randomBytes } from 'node:crypto';
import { rateLimits } from '@adda/contract/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.fixture.ts';

let test: TestApp;
beforeAll(async () => (test = await startTestApp({ RATE_LIMITS: 'on' })));
afterAll(() => test.stop());

async function register() {
  const username = `call${randomBytes(5).toString('hex')}`;
  const body = { username, email: `${username}@example.org`, password: `pass ${username}` } as const;
  const about = { birth_date: '1999-05-17', sex: 'female', country: 'India', state: 'Kerala' } as const;
  const { data } = await test.client('POST /auth/register', { body: { ...body, ...about } });
  return data.access_token;
}

const me = async (token: string) => {
  const headers = { 'x-api-key': 'adda-web', authorization: `Bearer ${token}` };
  const answer = await fetch(`${test.url}/users/me`, { headers });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
};

it('SV-103: the budget is checked before any lookup: an ended session is throttled too', async () => {
  const token = await register();
  await test.client('POST /auth/logout', {}, { token });
  expect((await me(token)).status).toBe(401);
  const rest = await Promise.all(Array.from({ length: rateLimits.read.calls - 1 }, () => me(token)));
  expect(rest.filter(({ status }) => status === 401).length).toBeGreaterThan(rateLimits.read.calls / 3);
  const refused = await me(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  // No other user is throttled.
  expect((await me(await register())).status).toBe(200);
});
