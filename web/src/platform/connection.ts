import { GROUP_CONNECT_TIMEOUT_MS, GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import type { Socket } from 'socket.io-client';
import { ApiError } from './api-error.ts';
import { refreshSession } from './refresh.ts';
import { session, type Landing } from './session.ts';
import { isStaleSessionCode, isSuspendedCode } from './stale-session.ts';

/** What a person is told about a socket (GC-42). */
export type ConnectionState = 'connected' | 'disconnected' | 'reconnecting';

/** Why the server did not let a socket in or closed it: the contract's code and its sentence. */
export type Refusal = {
  readonly code: string;
  readonly detail: string;
  /** Seconds to wait before trying again, where the server says so. */
  readonly retryAfter?: number;
};

/** A live connection. `Incoming` and `Outgoing` map an event's name to its payload. */
export type Connection<Incoming, Outgoing, State extends string = ConnectionState> = {
  /** Hears one event. Returns how to stop. */
  on<E extends keyof Incoming & string>(event: E, handler: (payload: Incoming[E]) => void): () => void;
  /** Sends one event; false when not connected, so that the caller can queue. */
  emit<E extends keyof Outgoing & string>(event: E, payload: Outgoing[E]): boolean;
  /** The state now. */
  state(): State;
  /**
   * Hears state changes; `isAgain` is true on every connection after the first (GC-45), and when the server asks to catch
   * up while the connection stays.
   */
  onState(handler: (state: State, isAgain: boolean) => void): () => void;
  /** Hears a refusal that trying again would not change, such as 'not_a_member'; the connection stays down. */
  onRefused(handler: (refusal: Refusal) => void): () => void;
  /** Tries again after a refusal. */
  reconnect(): void;
  /** Closes for good. */
  close(): void;
};

/** Where a connection goes and what its address carries. */
export type ConnectionOptions = {
  path: string;
  query: Record<string, string>;
  /** Where the person lands when the session turns out to be dead. */
  landing: Landing;
};

/** What a kind of connection does about what happens to its socket. */
export type ReconnectPolicy<State extends string> = {
  /** Whether the library tries again by itself, for ever. */
  readonly isPersistent: boolean;
  /** The state until something happens, and the one where the library did not come. */
  readonly first: State;
  readonly unloaded: State;
  /** Hears what becomes of the socket and reports its state. */
  watch(given: Watched<State>): void;
  /** The person asks for it. */
  reconnect(given: Pick<Watched<State>, 'socket' | 'move'>): void;
};

/** What {@link ReconnectPolicy.watch} works with. */
export type Watched<State extends string> = {
  socket: Socket;
  options: ConnectionOptions;
  move: (state: State) => void;
  /** Tells a refusal that trying again would not change. */
  tell: (refusal: Refusal) => void;
  /** Whether it was closed for good; then nothing is tried any more. */
  isClosed: () => boolean;
};

/** What passes by itself: the server's own trouble, and having sent too much. */
const passing = new Set([
  'internal',
  'draining',
  'storage_full',
  'unavailable',
  'rate_limited',
  'too_many_events',
]);

/** Told to the person, who may close other tabs; tried again so much later. */
const TOO_MANY = 'too_many_connections';
const TOO_MANY_AGAIN_MS = 30_000;

/** socket.io is fetched with the first connection, after the shell has painted. */
async function openSocket({ path, query }: ConnectionOptions, isPersistent: boolean): Promise<Socket> {
  const { io } = await import('socket.io-client');
  return io({
    path,
    query,
    forceNew: true,
    autoConnect: false,
    transports: ['websocket'],
    reconnection: isPersistent,
    reconnectionAttempts: Infinity,
    reconnectionDelay: GROUP_RECONNECT_DELAY_MS,
    reconnectionDelayMax: GROUP_RECONNECT_DELAY_MS,
    timeout: GROUP_CONNECT_TIMEOUT_MS,
    // Read at every attempt: a token refreshed meanwhile is used. It stays out of the address.
    auth: (give) => give({ token: session.current()?.token ?? '' }),
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads `{code, detail}` from an error event or from the data of a connect error. */
export function readRefusal(value: unknown): Refusal {
  const found: { code?: unknown; detail?: unknown; retry_after?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  const refusal = { code: text(found.code), detail: text(found.detail) };
  return typeof found.retry_after === 'number' ? { ...refusal, retryAfter: found.retry_after } : refusal;
}

/** What the server's refusal of a connection carries. */
export const dataOf = (error: Error): unknown => ('data' in error ? error.data : undefined);

/** Leads to the reason when the server says, on letting in or at any time later, that the account is suspended. */
function followSuspension(socket: Socket, username: string): void {
  const hear = (value: unknown) => {
    if (isSuspendedCode(readRefusal(value).code)) session.suspend(username);
  };
  socket.on('error', hear);
  socket.on('connect_error', (error) => hear(dataOf(error)));
}

/** A set of listeners with a way in, out and to call them all. */
function listeners<Arguments extends unknown[]>() {
  const all = new Set<(...given: Arguments) => void>();
  return {
    add(listener: (...given: Arguments) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: (...given: Arguments) => {
      for (const listener of all) listener(...given);
    },
    clear: () => all.clear(),
  };
}

/**
 * What happens when the server refused a socket or closed it, which the library takes for final: a stale token is
 * refreshed, the server's own trouble is waited out, anything else is told and left.
 */
function recover(
  { socket, options, isClosed }: Pick<Watched<ConnectionState>, 'socket' | 'options' | 'isClosed'>,
  refusal: Refusal,
  tell: (refusal: Refusal) => void,
): void {
  const token = session.current()?.token;
  const usual = Math.max(GROUP_RECONNECT_DELAY_MS, (refusal.retryAfter ?? 0) * 1000);
  const again = (inMs = usual) => void setTimeout(() => isClosed() || socket.connect(), inMs);
  if (refusal.code === TOO_MANY) {
    tell(refusal);
    return again(TOO_MANY_AGAIN_MS);
  }
  if (passing.has(refusal.code)) return again();
  if (!token || !isStaleSessionCode(refusal.code)) return tell(refusal);
  refreshSession(token, options.landing).then(
    () => socket.connect(),
    (error: unknown) => {
      if (error instanceof ApiError && (error.isUnreachable || error.status >= 500 || error.status === 429))
        again();
      else tell(refusal);
    },
  );
}

function watch(given: Watched<ConnectionState>): void {
  const { socket, move, tell } = given;
  let lastError = readRefusal(undefined);
  let isTooManyTold = false;
  const refused = (refusal: Refusal) => {
    move('disconnected');
    if (refusal.code !== TOO_MANY || !isTooManyTold) tell(refusal);
    isTooManyTold = refusal.code === TOO_MANY;
  };
  const fallen = (refusal: Refusal) => {
    move('reconnecting');
    if (!socket.active) recover(given, refusal, refused);
  };
  socket.on('connect', () => {
    isTooManyTold = false;
    move('connected');
  });
  socket.on('error', (payload: unknown) => {
    lastError = readRefusal(payload);
  });
  socket.on('connect_error', (error) => fallen(readRefusal(dataOf(error))));
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') fallen(lastError);
    lastError = readRefusal(undefined);
  });
}

const persistent: ReconnectPolicy<ConnectionState> = {
  isPersistent: true,
  first: 'reconnecting',
  unloaded: 'disconnected',
  watch,
  reconnect: ({ socket }) => void socket.connect(),
};

/** Connects: websocket only, reconnecting for ever at 1 s, giving up an attempt at 20 s (GC-43). */
export const openConnection = <Incoming, Outgoing>(
  options: ConnectionOptions,
): Connection<Incoming, Outgoing> => connectWith(options, persistent);

/** Connects with policy of its own. */
export function connectWith<Incoming, Outgoing, State extends string>(
  options: ConnectionOptions,
  policy: ReconnectPolicy<State>,
): Connection<Incoming, Outgoing, State> {
  const account = session.current()?.username ?? '';
  const states = listeners<[State, boolean]>();
  const refusals = listeners<[Refusal]>();
  const waiting: [event: string, handler: (payload: unknown) => void][] = [];
  let socket: Socket | undefined;
  let state = policy.first;
  let isClosed = false;
  let hasConnected = false;

  const move = (next: State) => {
    if (isClosed || next === state) return;
    state = next;
    const isAgain = next === 'connected' && hasConnected;
    hasConnected ||= next === 'connected';
    states.call(next, isAgain);
  };
  const attach = (opened: Socket) => {
    if (isClosed) return;
    socket = opened;
    followSuspension(opened, account);
    policy.watch({ socket: opened, options, move, tell: refusals.call, isClosed: () => isClosed });
    // Something was missed between servers: what a new connection asks for is asked for, each client at its own time.
    opened.on('catch_up', ({ spread_ms: spreadMs }: { spread_ms: number }) =>
      setTimeout(() => opened.connected && states.call(state, true), Math.random() * spreadMs),
    );
    for (const [event, handler] of waiting) opened.on(event, handler);
    opened.connect();
  };
  const load = () => void openSocket(options, policy.isPersistent).then(attach, () => move(policy.unloaded));
  load();

  return {
    on(event, handler) {
      // The server is held to the contract's payloads by its own tests.
      const hear = (payload: unknown) => handler(payload as Incoming[typeof event]);
      waiting.push([event, hear]);
      socket?.on<string>(event, hear);
      return () => {
        const index = waiting.findIndex(([, waitingHandler]) => waitingHandler === hear);
        if (index !== -1) waiting.splice(index, 1);
        socket?.off<string>(event, hear);
      };
    },
    emit(event, payload) {
      if (!socket?.connected) return false;
      socket.emit(event, payload);
      return true;
    },
    state: () => state,
    onState: states.add,
    onRefused: refusals.add,
    reconnect() {
      if (socket) policy.reconnect({ socket, move });
      else if (state === policy.unloaded) load();
    },
    close() {
      isClosed = true;
      states.clear();
      refusals.clear();
      socket?.disconnect();
    },
  };
}
