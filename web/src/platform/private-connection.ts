import { HEARTBEAT_MS, type privateSocket } from '@adda/contract/direct';
import type { EventPayloads } from '@adda/contract/kernel';
import { GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import type { Socket } from 'socket.io-client';
import {
  connectWith,
  dataOf,
  readRefusal,
  waitAfter,
  type Connection,
  type ConnectionState,
  type ReconnectPolicy,
  type Refusal,
  type PolicyContext,
} from './connection.ts';
import { isTemporaryCode } from './connection-refusals.ts';
import { refreshSession } from './refresh.ts';
import { session } from './session.ts';
import { isStaleSessionCode } from './stale-session.ts';

type Private = typeof privateSocket;

/**
 * State of a private chat's connection (PC-19). `reconnecting` only during a token refresh, after the user's
 * request, also while a busy server lets them wait, or while another node is sought because the current one shuts down; `error` after a failed
 * attempt.
 */
export type PrivateState = ConnectionState | 'error';

/** The connection of an open private chat. */
export type PrivateConnection = Connection<
  EventPayloads<Private['outgoing']>,
  EventPayloads<Private['incoming']>,
  PrivateState
>;

const PATH = '/socket.io' satisfies Private['path'];

/** A refreshed token that is rejected within this time would be rejected forever. */
const REFRESH_AGAIN_MS = 5000;

/** Attempts, about a second apart, to reach another node after one announced its shutdown. */
const TRIES_AFTER_DRAINING = 15;

const tryAgain = ({ socket, setState }: Pick<PolicyContext<PrivateState>, 'socket' | 'setState'>): void => {
  if (socket.connected) return;
  setState('reconnecting');
  socket.connect();
};

/** Rejoins the rooms on each connect and sends a heartbeat every 10 s (PC-21, PC-22). */
function keepAlive(socket: Socket): void {
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  socket.on('connect', () => {
    clearInterval(heartbeat);
    socket.emit('rejoin_rooms');
    heartbeat = setInterval(() => socket.emit('heartbeat'), HEARTBEAT_MS);
  });
  socket.on('disconnect', () => clearInterval(heartbeat));
}

function watch({ socket, options, setState, reportRefusal, isClosed }: PolicyContext<PrivateState>): void {
  let lastError = readRefusal(undefined);
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let triesLeft = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  /** Refreshes the stale token and reconnects (AU-21); a rejected refresh ends the session, which leads to /error. */
  const refresh = (): void => {
    const stale = session.current();
    const now = performance.now();
    if (!stale || now - refreshedAt < REFRESH_AGAIN_MS) return setState('error');
    refreshedAt = now;
    setState('reconnecting');
    refreshSession(stale, options.landing).then(
      () => socket.connect(),
      () => setState('error'),
    );
  };
  /** The server is busy and told when to come back: what the user asked for is done then (CL-07). */
  const comeBack = (refusal: Refusal): void => {
    setState('reconnecting');
    clearTimeout(retry);
    retry = setTimeout(() => isClosed() || tryAgain({ socket, setState }), waitAfter(refusal));
  };
  const refused = (refusal: Refusal): void => {
    if (isStaleSessionCode(refusal.code)) return refresh();
    if (isTemporaryCode(refusal.code) && refusal.retryAfter !== undefined) return comeBack(refusal);
    setState('error');
    if (refusal.code !== '') reportRefusal(refusal);
  };

  socket.on('connect', () => {
    triesLeft = 0;
    setState('connected');
  });
  socket.on('error', (payload: unknown) => {
    lastError = readRefusal(payload);
  });
  socket.on('server_draining', () => {
    triesLeft = TRIES_AFTER_DRAINING;
  });
  socket.on('connect_error', (error) => {
    const refusal = readRefusal(dataOf(error));
    if (refusal.code !== '' || triesLeft === 0) return refused(refusal);
    triesLeft -= 1;
    // If the user has closed it meanwhile, the socket is no longer active.
    setTimeout(() => socket.active && tryAgain({ socket, setState }), GROUP_RECONNECT_DELAY_MS);
  });
  socket.on('disconnect', (reason) => {
    const { code } = lastError;
    lastError = readRefusal(undefined);
    if (reason === 'io client disconnect') return;
    setState('disconnected');
    if (isStaleSessionCode(code)) refresh();
    else if (triesLeft > 0) tryAgain({ socket, setState });
  });
  keepAlive(socket);
}

const policy: ReconnectPolicy<PrivateState> = {
  isPersistent: false,
  first: 'disconnected',
  unloaded: 'error',
  watch,
  reconnect: tryAgain,
};

/**
 * Connects to the private chat with `recipient` (RT-15). It reconnects without a request of the user only
 * with a new token (PC-20, X-32).
 */
export const connectPrivate = ({ recipient }: { recipient: string }): PrivateConnection =>
  connectWith(
    { path: PATH, query: { self: session.current()?.username ?? '', recipient }, landing: '/error' },
    policy,
  );
