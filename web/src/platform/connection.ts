import { GROUP_CONNECT_TIMEOUT_MS, GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import type { Socket } from 'socket.io-client';
import { ApiError } from './api-error.ts';
import { refreshSession } from './refresh.ts';
import { session, type Landing } from './session.ts';
import { isStaleSessionCode, isSuspendedCode } from './stale-session.ts';
import { isTemporaryCode } from './connection-refusals.ts';

/** Socket state shown to the user (GC-42). */
export type ConnectionState = 'connected' | 'disconnected' | 'reconnecting';

/** Why the server rejected or closed a socket: the contract's code and its text. */
export type Refusal = {
  readonly code: string;
  readonly detail: string;
  /** Seconds to wait before a retry, if the server sends them. */
  readonly retryAfter?: number;
};

/** A live connection. `Incoming` and `Outgoing` map event names to payloads. */
export type Connection<Incoming, Outgoing, State extends string = ConnectionState> = {
  /** Subscribes to one event. Returns the unsubscribe function. */
  on<E extends keyof Incoming & string>(event: E, handler: (payload: Incoming[E]) => void): () => void;
  /** Sends one event; returns false if not connected, so that the caller can queue it. */
  emit<E extends keyof Outgoing & string>(event: E, payload: Outgoing[E]): boolean;
  /** Returns the current state. */
  state(): State;
  /**
   * Subscribes to state changes. `isAgain` is true for every connection after the first (GC-45), and when the
   * server requests a sync while the connection stays open.
   */
  onState(handler: (state: State, isAgain: boolean) => void): () => void;
  /** Subscribes to refusals that a retry would not change, such as 'not_a_member'; the connection stays closed. */
  onRefused(handler: (refusal: Refusal) => void): () => void;
  /** Reconnects after a refusal. */
  reconnect(): void;
  /** Closes the connection permanently. */
  close(): void;
};

/** Path and query of a connection. */
export type ConnectionOptions = {
  path: string;
  query: Record<string, string>;
  /** Where the user is redirected if the session has ended. */
  landing: Landing;
};

/** Defines how one kind of connection reacts to its socket's events. */
export type ReconnectPolicy<State extends string> = {
  /** Whether the library reconnects without limit. */
  readonly isPersistent: boolean;
  /** The state before any event, and the state if the library failed to load. */
  readonly first: State;
  readonly unloaded: State;
  /** Observes the socket and reports its state. */
  watch(context: PolicyContext<State>): void;
  /** Called when the user requests a reconnect. */
  reconnect(context: Pick<PolicyContext<State>, 'socket' | 'setState'>): void;
};

/** Input of {@link ReconnectPolicy.watch}. */
export type PolicyContext<State extends string> = {
  socket: Socket;
  options: ConnectionOptions;
  setState: (state: State) => void;
  /** Reports a refusal that a retry would not change. */
  reportRefusal: (refusal: Refusal) => void;
  /** Whether the connection was closed permanently; nothing is retried then. */
  isClosed: () => boolean;
};

/** This code is reported to the user, who can close other tabs. */
const TOO_MANY = 'too_many_connections';
const TOO_MANY_RETRY_MS = 30_000;

/** Loads socket.io with the first connection, after the shell has painted. */
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
    // The browser sends the session cookie with every attempt (ID-07).
    timeout: GROUP_CONNECT_TIMEOUT_MS,
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

/** Returns the data attached to a connect error. */
export const dataOf = (error: Error): unknown => ('data' in error ? error.data : undefined);

/** Opens the suspension page if the server reports, at the handshake or later, a suspended account. */
function followSuspension(socket: Socket, username: string): void {
  const onRefusal = (value: unknown) => {
    if (isSuspendedCode(readRefusal(value).code)) session.suspend(username);
  };
  socket.on('error', onRefusal);
  socket.on('connect_error', (error) => onRefusal(dataOf(error)));
}

/** Creates a set of listeners with functions to add, remove and call them. */
function listeners<Arguments extends unknown[]>() {
  const all = new Set<(...args: Arguments) => void>();
  return {
    add(listener: (...args: Arguments) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call: (...args: Arguments) => {
      for (const listener of all) listener(...args);
    },
    clear: () => all.clear(),
  };
}

/** The time after which a refused connection is tried again: when the server says, at the earliest after a second (CL-07). */
export const waitAfter = ({ retryAfter = 0 }: Refusal): number =>
  Math.max(GROUP_RECONNECT_DELAY_MS, retryAfter * 1000);

/**
 * Handles a rejected or closed socket, which the library treats as final: refreshes a stale session, waits out
 * the server's own errors, and reports any other refusal without a retry. Only one retry is planned at a time.
 */
function recover(
  { socket, options, isClosed, retry }: RecoverContext,
  refusal: Refusal,
  reportRefusal: (refusal: Refusal) => void,
): void {
  const stale = session.current();
  const reconnectLater = (inMs = waitAfter(refusal)) => {
    clearTimeout(retry.timer);
    retry.timer = setTimeout(() => isClosed() || socket.connect(), inMs);
  };
  if (refusal.code === TOO_MANY) {
    reportRefusal(refusal);
    return reconnectLater(TOO_MANY_RETRY_MS);
  }
  if (isTemporaryCode(refusal.code)) return reconnectLater();
  if (!stale || !isStaleSessionCode(refusal.code)) return reportRefusal(refusal);
  refreshSession(stale, options.landing).then(
    () => socket.connect(),
    (error: unknown) => {
      if (error instanceof ApiError && (error.isUnreachable || error.status >= 500 || error.status === 429))
        reconnectLater();
      else reportRefusal(refusal);
    },
  );
}

type RecoverContext = Pick<PolicyContext<ConnectionState>, 'socket' | 'options' | 'isClosed'> & {
  readonly retry: { timer?: ReturnType<typeof setTimeout> };
};

function watch(context: PolicyContext<ConnectionState>): void {
  const { socket, setState, reportRefusal } = context;
  let lastError = readRefusal(undefined);
  let hasReportedTooMany = false;
  const retry = {};
  const refused = (refusal: Refusal) => {
    setState('disconnected');
    if (refusal.code !== TOO_MANY || !hasReportedTooMany) reportRefusal(refusal);
    hasReportedTooMany = refusal.code === TOO_MANY;
  };
  const onFailure = (refusal: Refusal) => {
    setState('reconnecting');
    if (!socket.active) recover({ ...context, retry }, refusal, refused);
  };
  socket.on('connect', () => {
    hasReportedTooMany = false;
    setState('connected');
  });
  socket.on('error', (payload: unknown) => {
    lastError = readRefusal(payload);
  });
  socket.on('connect_error', (error) => onFailure(readRefusal(dataOf(error))));
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') onFailure(lastError);
    lastError = readRefusal(undefined);
  });
}

const persistentPolicy: ReconnectPolicy<ConnectionState> = {
  isPersistent: true,
  first: 'reconnecting',
  unloaded: 'disconnected',
  watch,
  reconnect: ({ socket }) => void socket.connect(),
};

/** Connects by websocket only, reconnects without limit every 1 s and times out an attempt after 20 s (GC-43). */
export const openConnection = <Incoming, Outgoing>(
  options: ConnectionOptions,
): Connection<Incoming, Outgoing> => connectWith(options, persistentPolicy);

/** Connects with a custom reconnect policy. */
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

  const setState = (next: State) => {
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
    policy.watch({
      socket: opened,
      options,
      setState,
      reportRefusal: refusals.call,
      isClosed: () => isClosed,
    });
    // Events were lost between server nodes: sync as after a reconnect, each client after a random delay.
    opened.on('catch_up', ({ spread_ms: spreadMs }: { spread_ms: number }) =>
      setTimeout(() => opened.connected && states.call(state, true), Math.random() * spreadMs),
    );
    for (const [event, handler] of waiting) opened.on(event, handler);
    opened.connect();
  };
  const load = () =>
    void openSocket(options, policy.isPersistent).then(attach, () => setState(policy.unloaded));
  load();

  return {
    on(event, handler) {
      // The server's own tests verify payloads against the contract.
      const listener = (payload: unknown) => handler(payload as Incoming[typeof event]);
      waiting.push([event, listener]);
      socket?.on<string>(event, listener);
      return () => {
        const index = waiting.findIndex(([, waitingHandler]) => waitingHandler === listener);
        if (index !== -1) waiting.splice(index, 1);
        socket?.off<string>(event, listener);
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
      if (socket) policy.reconnect({ socket, setState });
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
