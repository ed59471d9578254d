import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHeardChannels } from './heard-channels.ts';

/** Starts with a connection that records what is subscribed to. */
function start({ confirm = () => Promise.resolve() }: { confirm?: () => Promise<void> } = {}) {
  const subscribed: (readonly string[])[] = [];
  const unsubscribed: (readonly string[])[] = [];
  const left: string[] = [];
  const link = {
    subscribe: async (channels: readonly string[]) => {
      subscribed.push([...channels]);
      await confirm();
    },
    unsubscribe: (channels: readonly string[]) => void unsubscribed.push(channels),
  };
  const heard = createHeardChannels(link, (channel) => left.push(channel));
  onTestFinished(heard.close);
  return { ...heard, subscribed, unsubscribed, left };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('heard channels (CL-01)', () => {
  it('are those of rooms with connections, subscribed to with one command in a turn', async () => {
    const { roomOpened, subscribed } = start();
    for (const channel of ['user:5', 'all', 'user:5', 'group:g']) roomOpened(channel);
    await vi.advanceTimersByTimeAsync(0);
    expect(subscribed).toEqual([['user:5', 'group:g']]);
  });

  it('are left ten seconds after the last connection, except for the one that every node hears', async () => {
    const { roomOpened, roomClosed, unsubscribed, left } = start();
    for (const channel of ['user:5', 'user:5', 'all']) roomOpened(channel);
    roomClosed('user:5');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(unsubscribed).toEqual([]);
    for (const channel of ['user:5', 'all']) roomClosed(channel);
    await vi.advanceTimersByTimeAsync(9000);
    expect(unsubscribed).toEqual([]);
    await vi.advanceTimersByTimeAsync(8000);
    expect(unsubscribed).toEqual([['user:5']]);
    expect(left).toEqual(['user:5']);
  });

  it('stay for a user who comes back soon', async () => {
    const { roomOpened, roomClosed, subscribed, unsubscribed } = start();
    roomOpened('user:5');
    roomClosed('user:5');
    await vi.advanceTimersByTimeAsync(8000);
    roomOpened('user:5');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([subscribed, unsubscribed]).toEqual([[['user:5']], []]);
  });

  it('are confirmed before a connection joins, or it waits for a second', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { hear } = start({ confirm: () => promise });
    const done: string[] = [];
    void hear(['user:5', 'all']).then(() => done.push('confirmed'));
    void hear(['all']).then(() => done.push('nothing to hear'));
    await vi.advanceTimersByTimeAsync(900);
    expect(done).toEqual(['nothing to hear']);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['nothing to hear', 'confirmed']);
    const stuck = start({ confirm: () => new Promise(() => undefined) });
    void stuck.hear(['user:6']).then(() => done.push('late'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(done).toContain('late');
  });

  it('are all subscribed to on a new connection, what every node hears last', async () => {
    const { roomOpened, subscribeAll, subscribed } = start();
    roomOpened('user:5');
    await vi.advanceTimersByTimeAsync(0);
    await subscribeAll();
    expect(subscribed.at(-1)).toEqual(['user:5', 'all']);
  });
});
