import { API_KEY, API_KEY_HEADER } from '../platform/env.ts';
import { deviceState, type DeviceSession } from '../platform/device-state.ts';
import { decodeToken, SESSION_LOCK } from '../platform/token-claims.ts';

/** A token that expires within this time is renewed before a call, in ms. */
const NEARLY_EXPIRED_MS = 30_000;

const TIMEOUT_MS = 15_000;

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };

/** The answer to a call: its HTTP status, 0 if the server can't be reached, and its body. */
export type Answer = { readonly status: number; readonly body?: unknown };

const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

async function send({ method, path, body }: Call, token: string): Promise<Answer> {
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
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return { status: 0 }; // offline
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
  const { access_token: token }: { access_token?: unknown } = Object(isOk(answer) && answer.body);
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

/** Sends one call with a session. */
export const callAs = (session: DeviceSession, call: Call): Promise<Answer> => send(call, session.token);

/** Sends one call with the session of this browser; undefined if there is none, it was refused or the server can't be reached. */
export async function callServer(call: Call): Promise<unknown> {
  const session = await currentSession();
  const answer = session && (await callAs(session, call));
  return answer && isOk(answer) ? answer.body : undefined;
}
