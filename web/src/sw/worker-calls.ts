import {
  API_KEY,
  API_KEY_HEADER,
  COOKIE_SESSION,
  SESSION_HEADER,
  SESSION_USER_HEADER,
} from '../platform/env.ts';
import { deviceState, type DeviceSession } from '../platform/device-state.ts';
import { SESSION_LOCK } from '../platform/session-lock.ts';

/** A session that expires within this time is renewed before a call, in ms. */
const NEARLY_EXPIRED_MS = 30_000;

const TIMEOUT_MS = 15_000;

type Call = { readonly method: string; readonly path: string; readonly body?: unknown };

/** The answer to a call: its HTTP status, 0 if the server can't be reached, and its body. */
export type Answer = { readonly status: number; readonly body?: unknown };

const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Sends a call, which rests on the session cookie (ID-07). */
async function send({ method, path, body }: Call, { account }: DeviceSession): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        [API_KEY_HEADER]: API_KEY,
        [SESSION_HEADER]: COOKIE_SESSION,
        [SESSION_USER_HEADER]: encodeURIComponent(account),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return { status: 0 }; // offline
  }
}

const isCurrent = ({ expiresAt }: DeviceSession): boolean => expiresAt - Date.now() > NEARLY_EXPIRED_MS;

/** Renews the session. Pages read its new expiry before they would renew it, under the same lock (platform/refresh.ts). */
async function renew(): Promise<DeviceSession | undefined> {
  const held = await deviceState.get('session');
  if (!held || isCurrent(held)) return held;
  const answer = await send({ method: 'POST', path: '/auth/refresh' }, held);
  const { expires_in: seconds }: { expires_in?: unknown } = Object(isOk(answer) && answer.body);
  if (typeof seconds !== 'number') return undefined;
  const session = { account: held.account, expiresAt: Date.now() + seconds * 1000 };
  await deviceState.set('session', session);
  return session;
}

/** Returns the session of this browser, renewed if needed; undefined without one, or while the server can't be reached. */
export async function currentSession(): Promise<DeviceSession | undefined> {
  const held = await deviceState.get('session');
  if (!held || isCurrent(held)) return held;
  // A page may renew it at the same time.
  return navigator.locks ? navigator.locks.request(SESSION_LOCK, renew) : undefined;
}

/** Sends one call with a session. */
export const callAs = (session: DeviceSession, call: Call): Promise<Answer> => send(call, session);

/** Sends one call with the session of this browser; undefined if there is none, it was refused or the server can't be reached. */
export async function callServer(call: Call): Promise<unknown> {
  const session = await currentSession();
  const answer = session && (await callAs(session, call));
  return answer && isOk(answer) ? answer.body : undefined;
}
