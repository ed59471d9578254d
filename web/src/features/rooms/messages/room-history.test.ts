import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { openStore } from '../../messages/history/message-store.ts';
import { catchUp, messagesOf } from '../../messages/history/first-page.ts';
import { catchUpSoon, freshMessage, cachedStore } from '../../messages/history/message-history.ts';
import { openRoomSession } from '../room-session.ts';
import { createTestConnection, GROUP_ID, groupOf, messageAt, pageOf } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';
import { roomConversation } from './room-conversation.ts';

let answer: (path: string) => TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;
const open: { close(): void }[] = [];

beforeEach(async () => {
  answer = () => ({ body: pageOf([], { last_sequence: 3 }) });
  server = await startTestServer(({ path }) => answer(path));
  location.href = `${server.url}/`;
});
afterEach(async () => {
  for (const session of open.splice(0)) session.close();
  await server.close();
});

/** A room of three messages that is open in this tab. */
function openRoom(revision = 0) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { connection, say } = createTestConnection();
  client.setQueryData(roomKeys.room(GROUP_ID), groupOf());
  client.setQueryData(
    roomKeys.messages(GROUP_ID),
    openStore(pageOf([messageAt(1), messageAt(2), messageAt(3)], { revision })),
  );
  const account = 'me-of-history';
  const onReturned = () => true;
  const session = openRoomSession({
    client,
    groupId: GROUP_ID,
    account,
    onClosed: vi.fn(),
    onReturned,
    connection,
  });
  open.push(session);
  const shown = () => cachedStore(client, roomConversation(GROUP_ID))?.messages.map(({ content }) => content);
  return { client, say, shown, ...session };
}

const deletion = { group_id: GROUP_ID, message_ids: [], sequences: [], cleared_to: 0, revision: 1 };

describe('deletions in an open room', () => {
  it('Q-06: an event hides a message’s text immediately', () => {
    const room = openRoom();
    room.say('message_deleted', { ...deletion, message_ids: ['a-2'], sequences: [2] });
    expect(room.shown()).toEqual(['message 1', '', 'message 3']);
  });

  it('GC-72: an event removes everything that was cleared', () => {
    const room = openRoom();
    room.say('message_deleted', { ...deletion, cleared_to: 2 });
    expect(room.shown()).toEqual(['message 3']);
  });

  it('GC-69, Q-06: the poll sends the known revision and receives the other deletions', async () => {
    const room = openRoom(4);
    answer = () => ({ body: pageOf([], { last_sequence: 3, revision: 6, deleted_sequences: [1, 3] }) });
    catchUpSoon(room.client, roomConversation(GROUP_ID));
    await vi.waitFor(() => expect(room.shown()).toEqual(['', 'message 2', '']));
    const asked = new URLSearchParams(server.seen[0]?.path.split('?')[1]);
    expect([asked.get('after_sequence'), asked.get('after_revision')]).toEqual(['3', '4']);
    expect(cachedStore(room.client, roomConversation(GROUP_ID))?.revision).toBe(6);
  });

  it('RX-03, RX-05: an event shows reactions immediately, the poll brings the missed ones, and never an older state', async () => {
    const room = openRoom(4);
    const thumbs = (count: number) => [{ emoji: '👍', count, mine: false, usernames: ['riya'] }];
    const event = { group_id: GROUP_ID, message_id: 'a-2', sequence: 2, reactions: thumbs(2), revision: 7 };
    room.say('message_reactions', event);
    const store = () => cachedStore(room.client, roomConversation(GROUP_ID));
    const counts = () => store()?.messages.map(({ reactions }) => reactions?.[0]?.count ?? 0);
    expect(counts()).toEqual([0, 2, 0]);
    expect(store()?.revision).toBe(4);
    const changed_messages = [1, 2].map((n) => messageAt(n, { version: 4 + n, reactions: thumbs(1) }));
    answer = () => ({ body: pageOf([], { last_sequence: 3, revision: 7, changed_messages }) });
    catchUpSoon(room.client, roomConversation(GROUP_ID));
    await vi.waitFor(() => expect(counts()).toEqual([1, 2, 0]));
    expect(new URLSearchParams(server.seen[0]?.path.split('?')[1]).get('after_revision')).toBe('4');
    expect(store()?.revision).toBe(7);
  });

  it('RX-05: after too many changes the newest page is loaded again', async () => {
    const room = openRoom(4);
    answer = (path) => ({
      body: path.includes('after_revision')
        ? pageOf([], { last_sequence: 3, revision: 900, reload: true })
        : pageOf([messageAt(1), messageAt(2, { content: 'as it is now', version: 900 }), messageAt(3)], {
            revision: 900,
          }),
    });
    catchUpSoon(room.client, roomConversation(GROUP_ID));
    await vi.waitFor(() => expect(room.shown()).toEqual(['message 1', 'as it is now', 'message 3']));
    expect(cachedStore(room.client, roomConversation(GROUP_ID))?.revision).toBe(900);
  });

  it('PN-01: the first catch-up replaces messages that were kept on this device, and keeps what arrived since', async () => {
    const room = openRoom(4);
    const key = roomKeys.messages(GROUP_ID);
    const meta = messagesOf(roomConversation(GROUP_ID)).meta as { keptOffline: (data: unknown) => object };
    room.client.setQueryData(key, meta.keptOffline(room.client.getQueryData(key)));
    expect(room.shown()).toEqual(['message 1', 'message 2', 'message 3']);
    room.say('group_message', messageAt(4));
    const withLink = messageAt(3, { image_url: '/media/a?signature=b' });
    answer = () => ({ body: pageOf([messageAt(2), withLink], { last_sequence: 3, revision: 4 }) });
    catchUpSoon(room.client, roomConversation(GROUP_ID));
    const store = () => cachedStore(room.client, roomConversation(GROUP_ID));
    await vi.waitFor(() => expect(store()?.copyTo).toBeUndefined());
    expect(room.shown()).toEqual(['message 2', 'message 3', 'message 4']);
    expect(store()?.messages[1]?.image_url).toBe('/media/a?signature=b');
  });

  it('GC-69, CO-22: an open room is polled every 10 s', () => {
    expect(catchUp(new QueryClient(), roomConversation(GROUP_ID)).refetchInterval).toBe(10_000);
  });

  it('GC-47: an own message is acknowledged with its image and video', () => {
    const room = openRoom();
    const image = { id: 'img-1', url: '/media/images/img-1', width: 640, height: 480 };
    const video = { url: 'https://www.youtube.com/watch?v=abcdefghijk', videoId: 'abcdefghijk' };
    const clientMessageId = room.outbox.send('@riya', { image, video });
    const { timestamp } = messageAt(4);
    room.say('message_confirmation', { clientMessageId, _id: 'a-4', timestamp, sequence: 4 });
    expect(cachedStore(room.client, roomConversation(GROUP_ID))?.messages.at(-1)).toMatchObject({
      content: '@riya',
      image_id: 'img-1',
      image_url: image.url,
      image_width: 640,
      image_height: 480,
      youtube_url: video.url,
      is_private: true,
      recipient_usernames: ['riya'],
    });
    expect(room.outbox.messages()).toEqual([]);
  });
});

describe('messages that arrive out of order', () => {
  const isHistory = ({ path }: { path: string }) => path.includes('group-messages');

  it('R-04: a gap that closes a moment later, as with another node, causes no request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const room = openRoom();
    room.say('group_message', messageAt(5));
    room.say('group_message', messageAt(6));
    vi.advanceTimersByTime(100);
    room.say('group_message', messageAt(4));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(room.shown()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`));
    // A request for the gap would have arrived before the response to this one.
    await freshMessage(room.client, roomConversation(GROUP_ID), 'a-2');
    expect(server.seen.filter(isHistory)).toEqual([]);
  });

  it('R-04: a gap that stays is requested soon, once for all messages that arrived meanwhile', async () => {
    answer = () => ({ body: pageOf([messageAt(4), messageAt(5), messageAt(6)], { last_sequence: 6 }) });
    const room = openRoom();
    room.say('group_message', messageAt(5));
    room.say('group_message', messageAt(6));
    await vi.waitFor(() => expect(room.shown()).toHaveLength(6), { timeout: 20_000 });
    expect(server.seen.filter(isHistory)).toHaveLength(1);
  });
});

describe('a fresh link to an image', () => {
  it('R-15: is requested by the message’s id', async () => {
    const { client } = openRoom();
    answer = () => ({ body: messageAt(2, { image_url: '/media/images/i?expires=2', image_id: 'i' }) });
    expect(await freshMessage(client, roomConversation(GROUP_ID), 'a-2')).toMatchObject({
      image_url: '/media/images/i?expires=2',
    });
    expect(server.seen[0]?.path).toBe('/groupchat/messages/a-2');
  });

  it('ER-01: is undefined if the message was deleted', async () => {
    const { client } = openRoom();
    answer = () => ({
      status: 404,
      body: { detail: 'This message is not here any more', code: 'message_not_found' },
    });
    expect(await freshMessage(client, roomConversation(GROUP_ID), 'a-2')).toBeUndefined();
  });
});
