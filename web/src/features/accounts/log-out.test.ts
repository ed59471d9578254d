import { afterEach, beforeEach, expect, it } from 'vitest';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { startTestServer, type RecordedRequest, type TestResponse } from '../../test/answering-server.ts';
import { logIn } from '../../test/log-in.ts';
import { logOut } from './log-out.ts';

let answer: (request: RecordedRequest) => TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  answer = () => ({ body: { message: 'ok' } });
  server = await startTestServer((request) => answer(request));
  location.href = `${server.url}/`;
  logIn('asha');
});
afterEach(async () => {
  session.owesLogOut.clear();
  await server.close();
});

const refusal = (status: number, code: string): TestResponse => ({ status, body: { detail: code, code } });
const paths = () => server.seen.map(({ path }) => path);

it('SV-05: a log-out that the server made leaves nothing to do', async () => {
  await logOut();
  expect(session.current()).toBeNull();
  await api('GET /meta/countries');
  expect(paths()).toEqual(['/auth/logout', '/meta/countries']);
});

it.each([
  ['without a network', { isLost: true }],
  ['that came too often', refusal(429, 'rate_limited')],
  ['while the server restarts', refusal(503, 'draining')],
])('ID-07: a log-out %s is made before the next call, until it arrives', async (_when, failed) => {
  answer = () => failed;
  await logOut();
  expect(session.current()).toBeNull();
  await api('GET /meta/countries').catch(() => undefined);
  expect(paths()).toEqual(['/auth/logout', '/auth/logout', '/meta/countries']);
  answer = () => ({ body: { message: 'ok' } });
  await api('GET /meta/countries');
  await api('GET /meta/countries');
  expect(paths().slice(3)).toEqual(['/auth/logout', '/meta/countries', '/meta/countries']);
});

it('ID-07: an expired token is renewed for it, and a session that has ended needs no log-out', async () => {
  session.logOut();
  session.owesLogOut.set();
  let isExpired = true;
  answer = ({ path }) => {
    if (path === '/auth/refresh') isExpired = false;
    return path === '/auth/logout' && isExpired ? refusal(401, 'token_expired') : { body: {} };
  };
  await api('GET /meta/countries');
  expect(paths()).toEqual(['/auth/logout', '/auth/refresh', '/auth/logout', '/meta/countries']);
  expect(session.owesLogOut.get()).toBe(false);

  session.owesLogOut.set();
  answer = ({ path }) => (path === '/auth/logout' ? refusal(401, 'invalid_token') : { body: {} });
  await api('GET /meta/countries');
  expect(session.owesLogOut.get()).toBe(false);
});
