import { locks } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { opened } from '../features/direct/chat/fake-socket.fixture.ts';
import {
  clearOutboxes,
  openOutboxStore,
  outboxLock,
  type OutboxEntry,
} from '../features/messages/outbox/index.ts';
import { GROUP_ID } from '../features/rooms/rooms.fixture.ts';
import { deviceState } from '../platform/device-state.ts';
import { sync } from './outbox-sync.ts';
import { startWorkerScope } from './worker.fixture.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../features/direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

beforeEach(async () => {
  opened.length = 0;
  await clearOutboxes();
});

const made = { queuedAt: Date.parse('2026-11-21T10:00:00Z'), tries: 0, state: 'queued' } as const;
const words = (content: string): OutboxEntry => ({
  kind: 'message',
  clientMessageId: `id of ${content}`,
  content,
  ...made,
});
const reaction: OutboxEntry = {
  kind: 'reaction',
  key: 'r',
  messageId: 'a-1',
  emoji: '👍',
  on: true,
  ...made,
};
const target = { messageId: 'a-2', content: 'old', hasAttachment: false, recipients: [] };
const edit: OutboxEntry = { kind: 'edit', key: 'e', messageId: 'a-2', content: 'new', target, ...made };

/** Stores what an account wrote; returns what is left of it. */
async function write(account: string, conversationId: string, ...entries: OutboxEntry[]) {
  const store = openOutboxStore(account, conversationId);
  onTestFinished(store.close);
  await store.change(() => entries);
  return store;
}

const run = () => sync({ tag: 'outbox' });
const idOf = (payload: unknown) => ({ clientMessageId: String(Object(payload).clientMessageId) });

/** Accepts the next connection of the worker. */
async function accepted(number = 0) {
  await vi.waitFor(() => expect(opened[number]).toBeDefined());
  const found = opened[number];
  if (!found) throw new Error('no socket');
  found.socket.accept();
  return found;
}

describe('a background sync', () => {
  it('PN-01, R-03: sends messages in the order of writing, each after the acknowledgement of the one before', async () => {
    await startWorkerScope();
    const store = await write('asha', '@riya', words('one'), words('two'));
    const other = await write('kavi', '@riya', words('of another account'));
    const done = run();
    const { socket, options } = await accepted();
    expect(options).toMatchObject({ path: '/socket.io', query: { self: 'asha' } });
    expect(options.query).not.toHaveProperty('recipient');
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(1));
    expect(socket.payloads('message')).toMatchObject([
      {
        recipient: 'riya',
        content: 'one',
        clientMessageId: 'id of one',
        timestamp: '2026-11-21T10:00:00.000Z',
      },
    ]);
    socket.say('message_confirmation', { clientMessageId: 'id of one' });
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(2));
    expect(await store.load()).toMatchObject([{ content: 'two' }]);
    socket.say('message_confirmation', { clientMessageId: 'id of two' });
    await done;
    expect(await store.load()).toEqual([]);
    expect(await other.load()).toHaveLength(1);
    expect(opened).toHaveLength(1);
  });

  it('PN-01, GC-55: messages of a room have all of their fields, and follow each other after a second', async () => {
    await startWorkerScope();
    const image = { id: 'img-1', url: '/media/images/img-1', width: 640, height: 480 };
    const first = {
      ...words('@riya look'),
      attachments: { image },
      audience: 'room',
      noPreview: true,
    } as const;
    await write('asha', GROUP_ID, first, words('two'));
    const done = run();
    const { socket, options } = await accepted();
    expect(options).toMatchObject({ path: '/group-socket.io', query: { self: 'asha', group_id: GROUP_ID } });
    await vi.waitFor(() => expect(socket.payloads('group_message')).toHaveLength(1));
    expect(socket.payloads('group_message')[0]).toMatchObject({
      group_id: GROUP_ID,
      image_id: 'img-1',
      audience: 'room',
      no_preview: true,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    socket.say('message_confirmation', { clientMessageId: 'id of @riya look' });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(999);
    expect(socket.payloads('group_message')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(socket.payloads('group_message')).toHaveLength(2));
    socket.say('message_confirmation', { clientMessageId: 'id of two' });
    await done;
  });

  it('PN-01: a refused message is marked with the server’s text, and the next one is sent', async () => {
    await startWorkerScope();
    const store = await write('asha', '@riya', words('one'), words('two'));
    const done = run();
    const { socket } = await accepted();
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(1));
    socket.say('error', { code: 'blocked_by_user', detail: 'You can’t write', clientMessageId: 'id of one' });
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(2));
    socket.say('message_confirmation', idOf(socket.payloads('message')[1]));
    await done;
    expect(await store.load()).toMatchObject([
      { content: 'one', state: 'failed', code: 'blocked_by_user', detail: 'You can’t write' },
    ]);
  });

  it('PN-01, R-03: without a server it rejects, so that the browser tries again, and everything stays', async () => {
    await startWorkerScope();
    const store = await write('asha', '@riya', words('one'));
    const done = run();
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.socket.say('connect_error', new Error('offline'));
    await expect(done).rejects.toThrow('could not be reached');
    expect(await store.load()).toMatchObject([{ content: 'one', state: 'queued', tries: 0 }]);
  });

  it('PN-01: a room that accepts nothing more marks what waits, and is not asked again', async () => {
    await startWorkerScope();
    const store = await write('asha', GROUP_ID, words('one'), words('two'));
    const done = run();
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.socket.refuse('not_a_member', 'You are no member');
    await done;
    expect(await store.load()).toMatchObject([
      { state: 'failed', code: 'not_a_member' },
      { state: 'failed', code: 'not_a_member' },
    ]);
  });

  it('PN-01, RX-06, ED-01: reactions and edits are sent by the requests of the page', async () => {
    const { asked } = await startWorkerScope(() => ({ body: {} }));
    const store = await write('asha', '@riya', reaction, edit);
    await run();
    expect(asked('POST /messages/a-1/reactions').map(({ body }) => body)).toEqual([
      { emoji: '👍', on: true },
    ]);
    expect(asked('PATCH /messages/a-2').map(({ body }) => body)).toEqual([{ content: 'new', edit_key: 'e' }]);
    expect(await store.load()).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('PN-01, RX-06, ED-01: a refused edit keeps its words, a refused reaction goes, and a busy server is asked again', async () => {
    const answer = { status: 400, body: { detail: 'Too late' } };
    await startWorkerScope(({ method }) => (method === 'PATCH' ? answer : { status: 400, body: {} }));
    const store = await write('asha', '@riya', reaction, edit);
    await run();
    expect(await store.load()).toMatchObject([{ kind: 'edit', state: 'failed', detail: 'Too late' }]);
    await startWorkerScope(() => ({ status: 503, body: {} }));
    await store.change(() => [reaction]);
    await expect(run()).rejects.toThrow('could not be reached');
    expect(await store.load()).toMatchObject([{ kind: 'reaction', state: 'queued' }]);
  });

  it('PN-01: it stops when the session ends in between', async () => {
    await startWorkerScope();
    const store = await write('asha', '@riya', words('one'), words('two'));
    const done = run();
    const { socket } = await accepted();
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(1));
    await deviceState.forget();
    socket.say('message_confirmation', { clientMessageId: 'id of one' });
    await done;
    expect(socket.payloads('message')).toHaveLength(1);
    expect(await store.load()).toMatchObject([{ content: 'two' }]);
  });

  it('PN-01: a page that holds the lock sends, and one that takes it stops the worker', async () => {
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    await startWorkerScope();
    const store = await write('asha', '@riya', words('one'), words('two'));
    const { promise: pageSends, resolve: pageIsClosed } = Promise.withResolvers<void>();
    const page = locks.request(outboxLock('asha', '@riya'), () => pageSends);
    await run();
    expect(opened).toEqual([]);
    pageIsClosed();
    await page;
    const done = run();
    const { socket } = await accepted();
    await vi.waitFor(() => expect(socket.payloads('message')).toHaveLength(1));
    await locks.request(outboxLock('asha', '@riya'), { steal: true }, () => undefined);
    await done;
    socket.say('message_confirmation', { clientMessageId: 'id of one' });
    await vi.waitFor(async () => expect(await store.load()).toHaveLength(1));
    expect(socket.payloads('message')).toHaveLength(1);
  });
});
