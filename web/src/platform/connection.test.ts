import { GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { opened } from '../features/direct/chat/fake-socket.fixture.ts';
import { logIn } from '../test/log-in.ts';
import { openConnection } from './connection.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../features/direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

beforeEach(() => {
  opened.length = 0;
  logIn('asha');
});
afterEach(() => vi.useRealTimers());

async function connect() {
  const connection = openConnection({ path: '/group-socket.io', query: {}, landing: '/error' });
  const onRefused = vi.fn();
  connection.onRefused(onRefused);
  await vi.waitFor(() => expect(opened[0]?.socket.tries()).toBe(1));
  const [found] = opened;
  if (!found) throw new Error('no socket');
  const { socket } = found;
  vi.useFakeTimers();
  /** Mimics the library's event for a rejection that it does not retry. */
  const refuse = (data: object) => {
    socket.socket.active = false;
    socket.say('connect_error', Object.assign(new Error('refused'), { data }));
  };
  return { connection, socket, onRefused, refuse };
}

it('GC-43, CO-38: the library reconnects without limit after 1 s, and a try takes at most 20 s', async () => {
  await connect();
  expect(opened[0]?.options).toMatchObject({
    transports: ['websocket'],
    reconnection: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 1000,
    timeout: 20_000,
  });
});

describe('a connection that the server ends or rejects', () => {
  it('SV-103: closed for sending too much, it reconnects after the server’s delay, not before', async () => {
    const { socket, connection, onRefused } = await connect();
    socket.accept();
    socket.say('error', { code: 'too_many_events', detail: 'Too much came at once.', retry_after: 10 });
    socket.socket.active = false;
    socket.drop('io server disconnect');
    expect(connection.state()).toBe('reconnecting');
    vi.advanceTimersByTime(9999);
    expect(socket.tries()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.tries()).toBe(2);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('SV-103: too many connections are reported once and retried at intervals', async () => {
    const { socket, connection, onRefused, refuse } = await connect();
    const refusal = { code: 'too_many_connections', detail: 'Adda is open in too many places at once.' };
    refuse(refusal);
    expect(connection.state()).toBe('disconnected');
    vi.advanceTimersByTime(29_999);
    expect(socket.tries()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.tries()).toBe(2);
    refuse(refusal);
    vi.advanceTimersByTime(30_000);
    expect(socket.tries()).toBe(3);
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(refusal);
    socket.accept();
    expect(connection.state()).toBe('connected');
  });

  it('is not retried after it was closed', async () => {
    const { socket, connection, refuse } = await connect();
    refuse({ code: 'unavailable', detail: 'Catching its breath.' });
    connection.close();
    vi.advanceTimersByTime(10 * GROUP_RECONNECT_DELAY_MS);
    expect(socket.tries()).toBe(1);
  });
});

describe('CL-07: a server to which many connect at the same time', () => {
  const busy = (seconds: number) => ({
    code: 'rate_limited',
    detail: `Too many requests. Please try again in ${seconds} seconds.`,
    retry_after: seconds,
  });

  it('names the time of the next try, which is made then, neither sooner nor later', async () => {
    const { socket, connection, onRefused, refuse } = await connect();
    for (const [index, seconds] of [4.3, 12].entries()) {
      refuse(busy(seconds));
      expect(connection.state()).toBe('reconnecting');
      vi.advanceTimersByTime(seconds * 1000 - 1);
      expect(socket.tries()).toBe(index + 1);
      vi.advanceTimersByTime(1);
      expect(socket.tries()).toBe(index + 2);
    }
    socket.accept();
    expect(connection.state()).toBe('connected');
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('is tried at most once a second without a time, or with a shorter one', async () => {
    const { socket, refuse } = await connect();
    refuse(busy(0.2));
    vi.advanceTimersByTime(GROUP_RECONNECT_DELAY_MS - 1);
    expect(socket.tries()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(socket.tries()).toBe(2);
  });

  it('is not tried twice as often after the user reconnected meanwhile', async () => {
    const { socket, connection, refuse } = await connect();
    refuse(busy(10));
    connection.reconnect();
    expect(socket.tries()).toBe(2);
    refuse(busy(10));
    vi.advanceTimersByTime(10_000);
    expect(socket.tries()).toBe(3);
    refuse(busy(10));
    vi.advanceTimersByTime(9999);
    expect(socket.tries()).toBe(3);
  });
});
