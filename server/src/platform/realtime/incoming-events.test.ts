import { describe, expect, it } from 'vitest';
import { eventually, joinClient, startNode } from './realtime.fixture.ts';

describe('incoming events', () => {
  it('R-20: responds to an invalid payload with an error event that names the message', async () => {
    const node = await startNode();
    const { socket, events } = await joinClient(node.url);
    socket.emit('say', { clientMessageId: 'm1', text: 7 });
    socket.emit('say', 'nonsense');
    socket.emit('say');
    const answer = { detail: 'Some fields need another look.', code: 'validation_failed' };
    await eventually(() => expect(events).toHaveLength(3));
    expect(events[0]).toEqual({ event: 'error', payload: { ...answer, clientMessageId: 'm1' } });
    expect(events[2]).toEqual({ event: 'error', payload: answer });
    expect(node.received).toEqual([]);
  });

  it('refuses NUL anywhere: removing it later would change the meaning of a text', async () => {
    const node = await startNode();
    const { socket, events } = await joinClient(node.url);
    socket.emit('say', { clientMessageId: 'm1', text: '\0@bob only for you' });
    socket.emit('say', { clientMessageId: 'm\0', text: 'hello' });
    await eventually(() => expect(events).toHaveLength(2));
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { code: 'validation_failed' },
      { code: 'validation_failed' },
    ]);
    expect(node.received).toEqual([]);
  });

  it('responds to an unknown event with an error event, also when named after an Object property', async () => {
    const { url } = await startNode();
    const { socket, events } = await joinClient(url);
    socket.emit('shout', {});
    socket.emit('constructor', {});
    await eventually(() => expect(events).toHaveLength(2));
    const answer = { detail: 'This request could not be read.', code: 'malformed_request' };
    expect(events.map(({ payload }) => payload)).toEqual([answer, answer]);
  });

  it('sends a refusal with its text, code and details', async () => {
    const { url } = await startNode();
    const { socket, events } = await joinClient(url);
    socket.emit('refuse', { clientMessageId: 'm2' });
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.payload).toEqual({
      detail: 'Too many requests. Please try again in 3 seconds.',
      code: 'rate_limited',
      retry_after: 3,
      clientMessageId: 'm2',
    });
  });

  it('survives a failing handler, logs it with an id and sends one plain sentence', async () => {
    const node = await startNode();
    const { socket, events } = await joinClient(node.url);
    socket.emit('crash');
    socket.emit('say', { clientMessageId: 'm3', text: 'still here' });
    await eventually(() => expect(node.received).toEqual([{ username: 'ann', text: 'still here' }]));
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.payload).toEqual({
      detail: expect.stringContaining('Something went wrong'),
      code: 'internal',
    });
    expect(node.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        details: expect.objectContaining({ errorId: expect.any(String) }),
      }),
    );
  });

  it('R-07: accepts nothing after a disconnect, also events sent together with its cause', async () => {
    const node = await startNode();
    const { socket } = await joinClient(node.url);
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    node.connections[0]?.disconnect('banned');
    for (const text of ['a', 'b']) socket.emit('say', { clientMessageId: text, text });
    expect(await gone).toBe('io server disconnect');
    const other = await joinClient(node.url, { self: 'ben' });
    other.socket.emit('say', { clientMessageId: 'c', text: 'c' });
    await eventually(() => expect(node.received).toEqual([{ username: 'ben', text: 'c' }]));
    expect(node.connections[0]?.isOpen()).toBe(false);
    expect(node.log).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ reason: 'banned' }) }),
    );
  });
});
