import { API_KEY, API_KEY_HEADER } from '../platform/env.ts';
import { deviceState, type DeviceSession } from '../platform/device-state.ts';
import { decodeToken, SESSION_LOCK } from '../platform/token-claims.ts';

/** A token that expires within this time is renewed before a call, in ms. */
const NEARLY_EXPIRED_MS = 30_000;

const TIMEOUT_MS = 15_000;

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };

/** Sends one call to the server; undefined if it was refused or could not be reached. */
async function send({ method, path, body }: Call, token: string): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        [API_KEY_HEADER]: API_KEY,
        authorization: `Bearer ${token}`,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined; // offline
  }
}

const isCurrent = ({ token }: DeviceSession): boolean =>
  (decodeToken(token)?.exp ?? 0) * 1000 - Date.now() > NEARLY_EXPIRED_MS;

/** Renews the token. Pages read the new one before they would renew theirs, under the same lock (platform/refresh.ts). */
async function renew(): Promise<DeviceSession | undefined> {
  const held = await deviceState.get('session');
  if (!held || isCurrent(held)) return held;
  const answer = await send(
    { method: 'POST', path: '/auth/refresh', body: { token: held.token } },
    held.token,
  );
  const { access_token: token }: { access_token?: unknown } = Object(answer);
  if (typeof token !== 'string') return undefined;
  const session = { account: held.account, token };
  await deviceState.set('session', session);
  return session;
}

/** Returns the session of this browser with a valid token; undefined without one, or while the server can't be reached. */
export async function currentSession(): Promise<DeviceSession | undefined> {
  const held = await deviceState.get('session');
  if (!held || isCurrent(held)) return held;
  // Two renewals of one token would end the session.
  return navigator.locks ? navigator.locks.request(SESSION_LOCK, renew) : undefined;
}

/** Sends one call with the session of this browser; undefined if there is none, it was refused or the server can't be reached. */
export async function callServer(call: Call): Promise<unknown> {
  const session = await currentSession();
  return session && send(call, session.token);
}
