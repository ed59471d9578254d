import type { ErrorCode, RouteInput, RouteOutput, Routes } from '@adda/contract';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { recentProof } from './recent-proof.ts';
import { refreshSession, sessionChanged } from './refresh.ts';
import { session, type Landing, type Session } from './session.ts';
import { isStaleSessionCode, isSuspendedCode } from './stale-session.ts';

/** Options of a call, in addition to the route's input. */
export type CallOptions = {
  /** Aborts the call; pass the signal of a query function. */
  signal?: AbortSignal;
  /** Timeout in ms; 15 s by default. */
  timeoutMs?: number;
  /** Lets the call complete after the page was left; for bodies below 64 kB. */
  keepalive?: boolean;
  /** For a POST that only asks: what was requested before it is still current. */
  changesNothing?: boolean;
  /** Where the user is redirected if the session has ended: chat screens pass '/error'. */
  landing?: Landing;
};

/** Input of route `K`: the params, query and body that the route defines, and call options. */
export type CallInput<K extends keyof Routes> = RouteInput<Routes[K]> & CallOptions;

/** Response of route `K`. */
export type CallOutput<K extends keyof Routes> = RouteOutput<Routes[K]>;

type LooseInput = CallOptions & { params?: unknown; query?: unknown; body?: unknown };

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Fills `/groups/:id` with params and appends the query. */
export function buildPath(pattern: string, params: unknown, query: unknown): string {
  const values = Object.fromEntries(entries(params));
  const path = pattern.replace(/:(\w+)/g, (_mark, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of entries(query)) {
    if (isPlain(value)) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && (error.code === '' || isStaleSessionCode(error.code));

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');

const proofCode: ErrorCode = 'reauthentication_needed';
const changedCode: ErrorCode = 'session_changed';

async function withFreshSession<Answer>(
  before: Session,
  landing: Landing,
  attempt: (username: string) => Promise<Answer>,
): Promise<Answer> {
  const fresh = before.expiresAt <= Date.now() ? await renewed(before, landing) : before;
  try {
    return await attempt(fresh.username);
  } catch (error) {
    if (!isStale(error)) throw error;
    return attempt((await renewed(fresh, landing)).username);
  }
}

/** Renews the session of a call; if somebody else is logged in meanwhile, the call is not made in their name (ID-07). */
async function renewed(before: Session, landing: Landing): Promise<Session> {
  const after = await refreshSession(before, landing);
  if (after.username === before.username) return after;
  throw sessionChanged();
}

/** Makes the call of a log-out that did not arrive, if there is one; its code is loaded only then. Never rejects. */
export async function finishOwedLogOut(): Promise<void> {
  if (!session.owesLogOut.get()) return;
  const code = await import('./owed-log-out.ts').catch(() => undefined);
  await code?.finishLogOut();
}

/**
 * Runs a call with a valid session. A 401 refreshes the session once and repeats the call (AU-19); a suspended account leads to the
 * reason (SV-50). If the server requires the password again, prompts the user and repeats the call (ID-03). If the cookie is somebody
 * else's, the session here is over (ID-07).
 */
export async function withSession<Answer>(
  landing: Landing,
  attempt: (username: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const before = session.current();
  if (!before) {
    // First: the response to a late log-out would remove the cookie of a new session. Without one the call starts at once.
    if (session.owesLogOut.get()) await finishOwedLogOut();
    return attempt(undefined);
  }
  try {
    return await withFreshSession(before, landing, attempt);
  } catch (error) {
    const code = codeOf(error);
    if (isSuspendedCode(code)) session.suspend(before.username);
    if (code === changedCode && session.current()?.username === before.username)
      session.end({ reason: 'expired', landing });
    if (code !== proofCode || !(await recentProof.ask(before.username))) throw error;
    const after = session.current() ?? before;
    if (after.username !== before.username) throw error;
    return withFreshSession(after, landing, attempt);
  }
}

/**
 * Calls a route of the contract: `api('GET /groups', { query })`. Sends the API key; the browser adds
 * the session cookie (AU-07, AU-08, ID-07). A 401 refreshes the session once and repeats the call (AU-19). Throws ApiError, also without a
 * response.
 */
export async function api<K extends keyof Routes>(
  route: K,
  ...[input]: CallArguments<K>
): Promise<CallOutput<K>> {
  const { params, query, landing = '/', ...options }: LooseInput = input ?? {};
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const request = { method, path: buildPath(pattern, params, query), ...options };
  const answer = await withSession(landing, (user) => send({ ...request, user }));
  // The server's own tests verify its responses against the contract; validating here would load every
  // schema.
  return answer as CallOutput<K>;
}

type CallArguments<K extends keyof Routes> =
  Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>];
