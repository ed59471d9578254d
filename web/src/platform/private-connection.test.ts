import { GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { opened } from '../features/direct/chat/fake-socket.fixture.ts';
import { startTestServer, type TestResponse } from '../test/answering-server.ts';
import { logIn } from '../test/log-in.ts';
import { connectPrivate } from './private-connection.ts';
import { session, type SessionEnd } from './session.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../features/direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

const stale = ['token_expired', 'Token expired'] as const;
let answer: TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;
const ends: SessionEnd[] = [];
let unsubscribe = () => {};

beforeEach(async () => {
  opened.length = 0;
  ends.length = 0;
  answer = { body: { expires_in: 7200 } };
  server = await startTestServer(() => answer);
  location.href = `${server.url}/`;
  logIn('asha');
  unsubscribe = session.onEnd((end) => ends.push(end));
});
afterEach(async () => {
  unsubscribe();
  vi.useRealTimers();
  await server.close();
});

async function connect() {
  const connection = connectPrivate({ recipient: 'riya' });
  const states: string[] = [connection.state()];
  connection.onState((state) => states.push(state));
  await vi.waitFor(() => expect(opened[0]?.socket.tries()).toBe(1));
  const [found] = opened;
  if (!found) throw new Error('no socket');
  return { connection, states, ...found };
}

describe('the connection of a private chat', () => {
  it('RT-15, PC-20, CO-39: names its recipient, and the library does not reconnect', async () => {
    const { options, socket, states } = await connect();
    expect(options).toMatchObject({
      path: '/socket.io',
      query: { self: 'asha', recipient: 'riya' },
      reconnection: false,
    });
    socket.accept();
    socket.drop();
    socket.say('connect_error', new Error('no route'));
    expect(socket.tries()).toBe(1);
    expect(states).toEqual(['disconnected', 'connected', 'disconnected', 'error']);
  });

  it('PC-21, PC-22, CO-33, RT-17: requests its rooms and sends a heartbeat every 10 s while connected', async () => {
    const { socket } = await connect();
    vi.useFakeTimers();
    socket.accept();
    const events = () => socket.sent.map(({ event }) => event);
    expect(events()).toEqual(['rejoin_rooms']);
    vi.advanceTimersByTime(20_000);
    expect(events()).toEqual(['rejoin_rooms', 'heartbeat', 'heartbeat']);
    socket.drop();
    vi.advanceTimersByTime(50_000);
    expect(events()).toHaveLength(3);
  });

  it('R-04: a sync request is reported once, after its own delay, and not if the connection has closed by then', async () => {
    const { socket, connection, states } = await connect();
    const again: boolean[] = [];
    connection.onState((_state, isAgain) => again.push(isAgain));
    socket.accept();
    vi.useFakeTimers();
    socket.say('catch_up', { spread_ms: 3000 });
    expect(again).toEqual([false]);
    vi.advanceTimersByTime(3000);
    expect(again).toEqual([false, true]);
    expect(states).toEqual(['disconnected', 'connected', 'connected']);
    socket.say('catch_up', { spread_ms: 3000 });
    socket.drop();
    vi.advanceTimersByTime(3000);
    expect(states.slice(2)).toEqual(['connected', 'disconnected']);
  });

  it('AU-21, PC-50, X-32: an expired session is refreshed, and the connection returns', async () => {
    const { socket, states } = await connect();
    socket.accept();
    socket.say('error', { code: stale[0], detail: stale[1] });
    socket.drop('io server disconnect');
    await vi.waitFor(() => expect(socket.tries()).toBe(2));
    socket.accept();
    expect(states).toEqual(['disconnected', 'connected', 'disconnected', 'reconnecting', 'connected']);
    expect(session.current()?.expiresAt).toBeGreaterThan(Date.now() + 7_000_000);
  });

  it('AU-21, X-25: a rejected refresh ends the session at /error', async () => {
    answer = { status: 401, body: { detail: 'Invalid token', code: 'invalid_token' } };
    const { socket, connection } = await connect();
    socket.refuse(...stale);
    await vi.waitFor(() => expect(ends).toEqual([{ reason: 'invalid', landing: '/login' }]));
    await vi.waitFor(() => expect(connection.state()).toBe('error'));
    expect(socket.tries()).toBe(1);
  });

  it.each(['while connected', 'during the handshake'])(
    'R-07, SV-50: a suspension leads to the reason, received %s',
    async (when) => {
      const { socket } = await connect();
      if (when === 'during the handshake') socket.refuse('account_suspended', 'Account suspended');
      else {
        socket.accept();
        socket.say('error', { code: 'account_suspended', detail: 'Account suspended' });
        socket.drop('io server disconnect');
      }
      expect(ends).toEqual([{ reason: 'suspended', landing: '/suspended' }]);
      expect(session.current()).toBeNull();
    },
  );

  it('a refreshed session that is rejected too is not refreshed endlessly', async () => {
    const { socket, connection } = await connect();
    socket.refuse(...stale);
    await vi.waitFor(() => expect(socket.tries()).toBe(2));
    socket.refuse(...stale);
    expect(connection.state()).toBe('error');
    expect(server.seen).toHaveLength(1);
  });

  it('reconnects immediately when its node shuts down, and retries for a while if no other node is available', async () => {
    const { socket, states } = await connect();
    socket.accept();
    socket.say('server_draining', { reason: 'draining' });
    vi.useFakeTimers();
    socket.drop();
    expect(socket.tries()).toBe(2);
    socket.say('connect_error', new Error('gone'));
    vi.advanceTimersByTime(GROUP_RECONNECT_DELAY_MS);
    expect(socket.tries()).toBe(3);
    expect(states.slice(-2)).toEqual(['disconnected', 'reconnecting']);
    socket.accept();
    socket.drop();
    vi.advanceTimersByTime(60_000);
    expect(socket.tries()).toBe(3);
    expect(states.slice(-2)).toEqual(['connected', 'disconnected']);
  });

  it('X-32: gives up if its node shut down and there is no other', async () => {
    const { socket, connection } = await connect();
    socket.accept();
    socket.say('server_draining', { reason: 'draining' });
    vi.useFakeTimers();
    socket.drop();
    while (connection.state() === 'reconnecting' && socket.tries() < 100) {
      socket.say('connect_error', new Error('gone'));
      vi.advanceTimersByTime(GROUP_RECONNECT_DELAY_MS);
    }
    expect(connection.state()).toBe('error');
    const tries = socket.tries();
    vi.advanceTimersByTime(60_000);
    expect(socket.tries()).toBe(tries);
  });

  it('does not reconnect if it was closed while its node shut down', async () => {
    const { socket, connection } = await connect();
    socket.accept();
    socket.say('server_draining', { reason: 'draining' });
    vi.useFakeTimers();
    socket.drop();
    socket.say('connect_error', new Error('gone'));
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(socket.tries()).toBe(2);
  });

  it('X-32: the user can reconnect, and a refusal is reported', async () => {
    const { connection, socket } = await connect();
    const refused = vi.fn();
    connection.onRefused(refused);
    socket.refuse('user_not_found', 'User not found');
    expect(refused).toHaveBeenCalledExactlyOnceWith({ code: 'user_not_found', detail: 'User not found' });
    connection.reconnect();
    expect(connection.state()).toBe('reconnecting');
    expect(socket.tries()).toBe(2);
  });

  it('closes permanently', async () => {
    const { connection, socket, states } = await connect();
    socket.accept();
    connection.close();
    socket.drop('io client disconnect');
    expect(states.at(-1)).toBe('connected');
    expect(socket.socket.connected).toBe(false);
  });

  it('CL-07, X-32: a busy server names the time at which the request of the user is tried again', async () => {
    const { socket, states, connection } = await connect();
    const onRefused = vi.fn();
    connection.onRefused(onRefused);
    vi.useFakeTimers();
    const data = { code: 'rate_limited', detail: 'Too many requests.', retry_after: 7.5 };
    socket.say('connect_error', Object.assign(new Error('refused'), { data }));
    vi.advanceTimersByTime(7499);
    expect(socket.tries()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.tries()).toBe(2);
    socket.accept();
    expect(states).toEqual(['disconnected', 'reconnecting', 'connected']);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('CL-07: a chat that was closed meanwhile is not connected', async () => {
    const { socket, connection } = await connect();
    vi.useFakeTimers();
    const data = { code: 'rate_limited', detail: 'Too many requests.', retry_after: 3 };
    socket.say('connect_error', Object.assign(new Error('refused'), { data }));
    connection.close();
    vi.advanceTimersByTime(60_000);
    expect(socket.tries()).toBe(1);
  });
});
