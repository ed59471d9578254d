import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startAccounts, TEST_SECRET, type AccountsFixture } from './accounts.fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const me = async (token: string) => {
  const answer = await adda.client('GET /users/me', {}, { token });
  return answer.status === 200 ? 'welcome' : answer.error.code;
};
const refresh = async (token: string) => {
  const answer = await adda.client('POST /auth/refresh', { body: { token } });
  return answer.status === 200 ? answer.data.access_token : answer.error.code;
};
const logIn = async (username: string, headers: Record<string, string> = {}) => {
  const answer = await adda.client(
    'POST /auth/login',
    { body: { username, password: PASSWORD } },
    { headers },
  );
  return answer.data.access_token;
};
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('tokens', () => {
  it('AU-03, AU-04: a token has three parts, names the user and expires in an hour', async () => {
    const { token, username } = await adda.register();
    expect(token.split('.')).toHaveLength(3);
    const payload = payloadOf(token);
    expect(payload).toMatchObject({ sub: username, sid: expect.any(String), jti: expect.any(String) });
    expect(payload.exp - payload.iat).toBe(HOUR);
  });

  it('R-18: forged, unsigned and modified tokens are refused everywhere', async () => {
    const { token } = await adda.register();
    const payload = payloadOf(token);
    const [head = '', , signature = ''] = token.split('.');
    const other = Buffer.from(JSON.stringify({ ...payload, sub: 'admin' })).toString('base64url');
    const key = new TextEncoder().encode(TEST_SECRET.padEnd(64, '.'));
    const forged = [
      await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(40))),
      await new SignJWT(payload).setProtectedHeader({ alg: 'HS512' }).sign(key),
      new UnsecuredJWT(payload).encode(),
      `${head}.${other}.${signature}`,
      'not-a-token',
    ];
    for (const one of forged) {
      expect(await me(one)).toBe('invalid_token');
      expect(await refresh(one)).toBe('invalid_token');
    }
    const rightKey = new TextEncoder().encode(TEST_SECRET);
    const withoutSession = await new SignJWT({ sub: payload.sub, exp: payload.exp, iat: payload.iat })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(rightKey);
    expect(await me(withoutSession)).toBe('invalid_token');
    expect(await me(token)).toBe('welcome');
  });

  it('R-13: a request without a token is not authenticated', async () => {
    expect((await adda.client('GET /users/me', {})).error).toEqual({
      code: 'not_authenticated',
      detail: 'Not authenticated',
    });
  });

  it('Q-03: a socket is admitted when self equals the user of the token', async () => {
    const { token, username } = await adda.register();
    const admitted = await adda.accounts.admitSocket(token, username);
    expect(admitted).toMatchObject({ username, isGuest: false, role: 'user', expiresAt: expect.any(Date) });
    await expect(adda.accounts.admitSocket(token, 'somebody')).rejects.toMatchObject({
      code: 'self_mismatch',
    });
    await expect(adda.accounts.admitSocket(undefined, username)).rejects.toMatchObject({
      code: 'not_authenticated',
    });
  });
});

describe('POST /auth/refresh', () => {
  it('SV-06, X-24, AU-11 to AU-13: accepts the token in the header, the body or both, and returns the new one in two fields', async () => {
    const { token } = await adda.register();
    const inHeader = await adda.client('POST /auth/refresh', { body: undefined }, { token });
    expect(inHeader.data).toEqual({
      access_token: inHeader.data.token,
      token: expect.any(String),
      token_type: 'bearer',
      expires_in: HOUR,
    });
    const next = inHeader.data.token;
    const inBoth = await adda.client('POST /auth/refresh', { body: { token: next } }, { token: next });
    expect(await me(inBoth.data.token)).toBe('welcome');
    const inBody = await adda.client('POST /auth/refresh', { body: { token: inBoth.data.token } });
    expect(await me(inBody.data.access_token)).toBe('welcome');
    const differing = await adda.client('POST /auth/refresh', { body: { token } }, { token: next });
    expect(differing.status).toBe(400);
    expect(differing.error.code).toBe('tokens_differ');
    expect((await adda.client('POST /auth/refresh', { body: {} })).error.code).toBe('not_authenticated');
  });

  it('R-18: the previous token stays valid for 30 seconds, also for a second tab', async () => {
    const { token } = await adda.register();
    const first = await refresh(token);
    expect(first).not.toBe(token);
    adda.passSeconds(29);
    expect(await me(token)).toBe('welcome');
    const second = await refresh(token);
    expect([await me(first), await me(second)]).toEqual(['welcome', 'welcome']);
    adda.passSeconds(2);
    expect(await me(token)).toBe('invalid_token');
    expect([await me(first), await me(second)]).toEqual(['welcome', 'welcome']);
  });

  it('R-18: refreshing an old token after the grace period ends the session', async () => {
    const { token } = await adda.register();
    const sessionId = payloadOf(token).sid;
    const next = await refresh(token);
    adda.passSeconds(31);
    expect(await refresh(token)).toBe('invalid_token');
    expect(await me(next)).toBe('invalid_token');
    expect(await refresh(next)).toBe('invalid_token');
    expect(adda.ended.at(-1)).toMatchObject({ sessionId, reason: 'revoked' });
  });

  it('R-18: concurrent refreshes of one token rotate once, and all get a valid token', async () => {
    let { token } = await adda.register();
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
      expect(new Set(answers.map((answer) => payloadOf(answer).jti)).size).toBe(1);
      expect(payloadOf(answers[0] ?? '').jti).not.toBe(payloadOf(token).jti);
      token = answers[0] ?? '';
      expect(await me(token)).toBe('welcome');
    }
  });

  it('X-24, Q-02: an expired token can be refreshed within 14 days, and the window slides', async () => {
    const { token } = await adda.register();
    adda.passSeconds(HOUR + 1);
    expect(await me(token)).toBe('token_expired');
    adda.passSeconds(13 * DAY);
    const next = await refresh(token);
    expect(await me(next)).toBe('welcome');
    adda.passSeconds(13 * DAY);
    const later = await refresh(next);
    expect(await me(later)).toBe('welcome');
    adda.passSeconds(14 * DAY + 1);
    const answer = await adda.client('POST /auth/refresh', { body: { token: later } });
    expect(answer.error).toEqual({ code: 'token_expired', detail: 'Token expired' });
  });

  it('R-18: a session ends after 90 days regardless of use, and so do its sockets', async () => {
    const { username, token } = await adda.register();
    let latest = token;
    for (let day = 0; day < 80; day += 10) {
      adda.passSeconds(10 * DAY);
      latest = await refresh(latest);
    }
    adda.passSeconds(10 * DAY - HOUR / 2);
    latest = await refresh(latest);
    const { expiresAt } = await adda.accounts.admitSocket(latest, username);
    const halfAnHour = adda.now().getTime() + (HOUR / 2) * 1000;
    expect(Math.abs(expiresAt.getTime() - halfAnHour)).toBeLessThan(60_000);
    expect(await me(latest)).toBe('welcome');
    adda.passSeconds(HOUR / 2);
    expect(await me(latest)).toBe('token_expired');
    const answer = await adda.client('POST /auth/refresh', { body: { token: latest } });
    expect(answer.error.code).toBe('token_expired');
  });

  it('SV-06: a suspended account cannot refresh, call routes or log in', async () => {
    const { token, username } = await adda.register();
    await adda.database.db
      .updateTable('users')
      .set({ suspended_at: adda.now() })
      .where('username', '=', username)
      .execute();
    expect(await refresh(token)).toBe('invalid_token');
    expect(await me(token)).toBe('account_suspended');
    const answer = await adda.client('POST /auth/login', { body: { username, password: PASSWORD } });
    expect(answer.error).toEqual({ code: 'account_suspended', detail: 'Account suspended' });
  });
});

describe('sessions', () => {
  it('SV-05, R-07: logout ends the session and notifies the listeners', async () => {
    const { token } = await adda.register();
    const { userId, sessionId } = await adda.accounts.authenticate(token);
    expect((await adda.client('POST /auth/logout', {}, { token })).status).toBe(200);
    expect([await me(token), await refresh(token)]).toEqual(['invalid_token', 'invalid_token']);
    expect(adda.ended.at(-1)).toEqual({ userId, sessionId, reason: 'logged_out' });
  });

  it('lists the devices, ends one of them, then all others', async () => {
    const { token, username } = await adda.register();
    const phone = await logIn(username, { 'user-agent': CHROME_ON_ANDROID });
    const tablet = await logIn(username);
    const { data } = await adda.client('GET /auth/sessions', {}, { token: phone });
    expect(data.sessions).toHaveLength(3);
    const current = data.sessions.find((session) => session.is_current);
    expect(current).toMatchObject({ session_id: payloadOf(phone).sid, device: 'Chrome on Android' });

    const params = { session_id: payloadOf(tablet).sid };
    expect((await adda.client('DELETE /auth/sessions/:session_id', { params }, { token })).status).toBe(200);
    expect([await me(tablet), await me(phone)]).toEqual(['invalid_token', 'welcome']);
    const again = await adda.client('DELETE /auth/sessions/:session_id', { params }, { token });
    expect(again.error).toEqual({ code: 'session_not_found', detail: 'Session not found' });

    const others = await adda.client('DELETE /auth/sessions', {}, { token });
    expect(others.data.revoked_count).toBe(1);
    expect([await me(phone), await me(token)]).toEqual(['invalid_token', 'welcome']);
  });

  it('R-13: a session of another user cannot be ended', async () => {
    const [mine, theirs] = [await adda.register(), await adda.register()];
    const params = { session_id: payloadOf(theirs.token).sid };
    const answer = await adda.client('DELETE /auth/sessions/:session_id', { params }, mine);
    expect(answer.error.code).toBe('session_not_found');
    expect(await me(theirs.token)).toBe('welcome');
  });

  it('updates the last use of a session at most every few minutes', async () => {
    const { token } = await adda.register();
    const lastUse = async () => {
      const { data } = await adda.client('GET /auth/sessions', {}, { token });
      return Date.parse(data.sessions[0]?.last_used_at ?? '');
    };
    const atFirst = await lastUse();
    adda.passSeconds(60);
    expect(await lastUse()).toBe(atFirst);
    adda.passSeconds(300);
    expect(await lastUse()).toBeGreaterThan(atFirst);
  });
});
