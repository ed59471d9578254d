import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type RecordedRequest, type TestResponse } from '../test/answering-server.ts';
import { logIn } from '../test/log-in.ts';
import { ApiError } from './api-error.ts';
import { api, buildPath } from './api.ts';
import { session, type SessionEnd } from './session.ts';

const ends: SessionEnd[] = [];

let answer: (request: RecordedRequest) => TestResponse = () => ({});
let server: Awaited<ReturnType<typeof startTestServer>>;
let unsubscribe = () => {};

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the call should have failed');
}

/** Accepts calls once the session was refreshed. */
function refreshing(request: RecordedRequest): TestResponse {
  if (request.path === '/auth/refresh') return { body: { token_type: 'bearer', expires_in: 7200 } };
  if (refreshes().length > 0) return { body: { username: 'asha' } };
  return { status: 401, body: { detail: 'Token expired', code: 'token_expired' } };
}

const refreshes = () => server.seen.filter((request) => request.path === '/auth/refresh');

beforeEach(async () => {
  server = await startTestServer((request) => answer(request));
  location.href = `${server.url}/`;
  ends.length = 0;
  unsubscribe = session.onEnd((end) => ends.push(end));
});

afterEach(async () => {
  unsubscribe();
  await server.close();
});

it("FE-63, ER-02: a call's error carries the status and the body of the response", async () => {
  const body = { detail: 'Media not found', code: 'media_not_found', more: 1 };
  answer = () => ({ status: 404, body });
  expect(await failure(api('GET /feed/', { query: {} }))).toMatchObject({ status: 404, data: body });
});

describe('a call', () => {
  it('fills the path parameters and omits undefined values', () => {
    const path = buildPath('/groups/:id/members', { id: 'a/b' }, { skip: 0, q: undefined, page: null });
    expect(path).toBe('/groups/a%2Fb/members?skip=0');
  });

  it('SV-50: with a suspended account leads to the reason', async () => {
    logIn('asha');
    answer = () => ({ status: 403, body: { detail: 'Account suspended', code: 'account_suspended' } });
    expect((await failure(api('GET /users/me'))).code).toBe('account_suspended');
    expect(ends).toEqual([{ reason: 'suspended', landing: '/suspended' }]);
    expect(session.current()).toBeNull();
  });

  it('AU-07, AU-08, AU-10, AU-09, ID-07: carries the API key, for whom it is, and JSON, but no token', async () => {
    logIn('asha');
    answer = () => ({ body: { message: 'ok' } });
    await api('POST /groupchat/groups/join', { body: { group_id: '0'.repeat(24) } });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      path: '/groupchat/groups/join',
      headers: {
        'x-api-key': 'adda-web',
        'x-session': 'cookie',
        'x-session-user': 'asha',
        'content-type': 'application/json',
      },
      body: { group_id: '0'.repeat(24) },
    });
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('AU-14, AU-19: concurrent calls share one refresh and are repeated after it', async () => {
    logIn('asha');
    answer = refreshing;
    const answers = await Promise.all([api('GET /users/me'), api('GET /users/me'), api('GET /users/me')]);
    expect(answers.map((me) => me.username)).toEqual(['asha', 'asha', 'asha']);
    expect(refreshes()).toHaveLength(1);
    expect(session.current()?.expiresAt).toBeGreaterThan(Date.now() + 7_000_000);
  });

  it('refreshes an expired token before the request', async () => {
    logIn('asha', -1);
    answer = refreshing;
    await api('GET /users/me');
    expect(server.seen.map((request) => request.path)).toEqual(['/auth/refresh', '/users/me']);
  });

  it('ID-07: a token that an older version left in the storage moves into the cookie, and is removed', async () => {
    localStorage.setItem('username', 'asha');
    localStorage.setItem('token', 'an.old.token');
    dispatchEvent(new StorageEvent('storage', { key: null }));
    answer = refreshing;
    await api('GET /users/me');
    const [moved, call] = server.seen;
    expect(moved).toMatchObject({
      path: '/auth/refresh',
      headers: { authorization: 'Bearer an.old.token', 'x-session': 'cookie' },
    });
    expect(call?.headers.authorization).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
    expect(session.current()?.username).toBe('asha');
  });

  it('ID-07: the session ends here if the cookie is somebody else’s', async () => {
    logIn('asha');
    answer = () => ({ status: 409, body: { detail: 'Somebody else is logged in', code: 'session_changed' } });
    await failure(api('GET /users/me'));
    expect(ends).toEqual([{ reason: 'expired', landing: '/' }]);
    expect(refreshes()).toEqual([]);
  });

  it('ID-07: a call is not made in the name of somebody who logged in while it waited for a refresh', async () => {
    logIn('asha', -1);
    answer = ({ path }) => {
      if (path !== '/auth/refresh') return { body: { username: 'riya' } };
      logIn('riya');
      return { body: { token_type: 'bearer', expires_in: 3600 } };
    };
    // Another tab is refreshing at the moment, and somebody else logs in there.
    const first = failure(api('GET /users/me'));
    logIn('riya');
    expect((await first).code).toBe('session_changed');
    expect(server.seen.filter(({ path }) => path === '/users/me')).toEqual([]);
    expect(session.current()?.username).toBe('riya');
  });

  it('AU-15, SH-29, X-25, AU-20: a rejected refresh ends the session at the call’s landing page', async () => {
    logIn('asha');
    answer = () => ({ status: 401, body: { detail: 'Token expired', code: 'token_expired' } });
    expect(await failure(api('GET /users/me', { landing: '/error' }))).toMatchObject({ status: 401 });
    expect(session.current()).toBeNull();
    expect(ends).toEqual([{ reason: 'expired', landing: '/error' }]);
  });

  it('AU-24, SH-28: an invalid token leads to the login page, also from a chat', async () => {
    answer = () => ({ status: 401, body: { detail: 'Invalid token', code: 'invalid_token' } });
    for (const landing of ['/error', '/'] as const) {
      logIn('asha');
      await failure(api('GET /users/me', { landing }));
    }
    expect(ends).toEqual([
      { reason: 'invalid', landing: '/login' },
      { reason: 'invalid', landing: '/' },
    ]);
  });

  it('AU-16: a failed refresh without a reason reads Failed to refresh token', async () => {
    logIn('asha');
    answer = ({ path }) =>
      path === '/auth/refresh' ? { status: 502 } : refreshing({ path, method: '', headers: {}, body: 0 });
    expect(await failure(api('GET /users/me'))).toMatchObject({ message: 'Failed to refresh token' });
  });

  it('ER-05: an error without a text has an empty detail and a displayable message', async () => {
    for (const body of [
      '<h1>Bad Gateway</h1>',
      { detail: 'Something went wrong on our side.', code: 'internal' },
    ]) {
      answer = () => ({ status: 500, body });
      const error = await failure(api('GET /meta/countries'));
      expect(error.detail).toBe('');
      expect(error.message).toBe('Something went wrong. Please try again.');
    }
  });

  it('AU-10: every call except an upload has a JSON content type', async () => {
    answer = () => ({ body: {} });
    await api('GET /meta/countries');
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  });

  it('keeps the session when the refresh fails with a server error', async () => {
    logIn('asha');
    answer = ({ path }) =>
      path === '/auth/refresh' ? { status: 503 } : refreshing({ path, method: '', headers: {}, body: 0 });
    expect(await failure(api('GET /users/me'))).toMatchObject({ status: 503 });
    expect(session.current()?.username).toBe('asha');
  });

  it('treats a wrong password as a result, not as a stale session', async () => {
    logIn('asha');
    answer = () => ({
      status: 401,
      body: { detail: 'Invalid username or password', code: 'invalid_credentials' },
    });
    const error = await failure(api('POST /auth/login', { body: { username: 'asha', password: 'x' } }));
    expect(error).toMatchObject({ detail: 'Invalid username or password', code: 'invalid_credentials' });
    expect(refreshes()).toHaveLength(0);
  });

  it('maps a 422 to its fields, the first message of each', async () => {
    const detail = [
      { loc: ['body', 'username'], msg: 'Use at least 3 characters.', type: 'too_small' },
      { loc: ['body', 'username'], msg: 'second', type: 'x' },
      { loc: ['body', 'email'], msg: 'Enter a valid e-mail address.', type: 'x' },
    ];
    answer = () => ({ status: 422, body: { detail, code: 'validation_failed' } });
    const error = await failure(api('POST /auth/password/forgot', { body: { email: '' } }));
    expect(error.fields).toEqual({
      username: 'Use at least 3 characters.',
      email: 'Enter a valid e-mail address.',
    });
    expect(error.detail).toBe('Use at least 3 characters.');
  });

  it('a 429 carries the number of seconds to wait', async () => {
    answer = () => ({
      status: 429,
      headers: { 'retry-after': '17' },
      body: { detail: 'Too many', code: 'rate_limited' },
    });
    expect(await failure(api('GET /health'))).toMatchObject({ status: 429, retryAfterSeconds: 17 });
  });

  it('an unreachable server becomes an error with status 0', async () => {
    await server.close();
    const error = await failure(api('GET /health'));
    expect(error).toMatchObject({ status: 0, code: 'network', isUnreachable: true });
  });

  it('aborts after its timeout', async () => {
    answer = () => ({ until: new Promise(() => {}) });
    expect(await failure(api('GET /health', { timeoutMs: 0 }))).toMatchObject({ status: 0, code: 'timeout' });
  });
});
