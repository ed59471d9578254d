import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../../test/answering-server.ts';
import { toast } from '../../ui/toast-store.ts';
import { newMember } from './members/member-cache.ts';
import { membersOf } from './members/members.queries.ts';
import { openStore } from '../messages/history/message-store.ts';
import { cachedStore } from '../messages/history/message-history.ts';
import { openRoomSession } from './room-session.ts';
import { createTestConnection, GROUP_ID, groupOf, messageAt, pageOf } from './rooms.fixture.ts';
import { roomKeys } from './rooms.queries.ts';
import { roomConversation } from './messages/room-conversation.ts';

type Member = ReturnType<typeof newMember>;
type Members = InfiniteData<{ members: Member[]; total_count: number }>;

let server: Awaited<ReturnType<typeof startTestServer>>;
let visits = 0;
const open: { close(): void }[] = [];

beforeEach(async () => {
  visits += 1;
  server = await startTestServer(() => ({
    body: pageOf([messageAt(2), messageAt(3)]),
  }));
  location.href = `${server.url}/`;
});
afterEach(async () => {
  for (const session of open.splice(0)) session.close();
  await server.close();
});

/** A room that is open in this tab, with one message and two members. */
async function openRoom() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const connection = createTestConnection();
  const account = `me-${visits}`;
  const onClosed = vi.fn<(text: string) => void>();
  client.setQueryData(roomKeys.room(GROUP_ID), groupOf());
  client.setQueryData(roomKeys.messages(GROUP_ID), openStore(pageOf([messageAt(1)])));
  client.setQueryData<Members>(roomKeys.members(GROUP_ID), {
    pages: [{ members: [newMember('riya'), newMember('_guest-ivy')], total_count: 2 }],
    pageParams: [0],
  });
  const session = openRoomSession({
    client,
    groupId: GROUP_ID,
    account,
    onClosed,
    onReturned: () => true,
    connection: connection.connection,
  });
  open.push(session);
  await vi.dynamicImportSettled(); // lazy member events
  return {
    ...connection,
    ...session,
    account,
    onClosed,
    sequences: () =>
      cachedStore(client, roomConversation(GROUP_ID))?.messages.map((message) => message.sequence),
    members: () => client.getQueryData<Members>(roomKeys.members(GROUP_ID)),
    room: () => client.getQueryData<ReturnType<typeof groupOf>>(roomKeys.room(GROUP_ID)),
  };
}

const memberEvent = (username: string) => ({ group_id: GROUP_ID, username });

describe('the events of a room', () => {
  it('GC-47, R-03: an own message is settled by its acknowledgement or its event, whichever comes first, once', async () => {
    for (const order of ['confirmation first', 'message first']) {
      const room = await openRoom();
      const id = room.outbox.send('hello');
      const stored = messageAt(2, { sender: room.account, clientMessageId: id, content: 'hello' });
      const confirmation = { clientMessageId: id, _id: stored._id, timestamp: stored.timestamp, sequence: 2 };
      if (order === 'confirmation first') room.say('message_confirmation', confirmation);
      room.say('group_message', stored);
      expect(room.outbox.messages()).toEqual([]);
      if (order === 'message first') room.say('message_confirmation', confirmation);
      room.say('group_message', stored);
      expect(room.sequences()).toEqual([1, 2]);
    }
  });

  it('R-04: a lasting gap requests messages after the last checked sequence', async () => {
    const room = await openRoom();
    room.say('group_message', messageAt(3));
    await vi.waitFor(() => expect(room.sequences()).toEqual([1, 2, 3]), { timeout: 20_000 });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.path).toContain('after_sequence=1');
    expect(server.seen[0]?.path).not.toContain('before');
  });

  it('GC-44: a reconnect does too', async () => {
    const room = await openRoom();
    room.move('reconnecting');
    room.move('connected', true);
    await vi.waitFor(() => expect(room.sequences()).toEqual([1, 2, 3]));
  });

  it('R-04: catch_up does too, silently and without changing the draft', async () => {
    const room = await openRoom();
    const toasts = toast.current();
    room.say('typing_start', memberEvent('noor'));
    room.move('connected', true);
    await vi.waitFor(() => expect(room.sequences()).toEqual([1, 2, 3]));
    expect(toast.current()).toEqual(toasts);
    expect(room.typingUsers.current()).toEqual(['noor']);
  });

  it('SV-04: a rename changes messages, members, the creator and typing users', async () => {
    const room = await openRoom();
    room.say('typing_start', memberEvent('riya'));
    room.say('user_renamed', { old_username: 'riya', username: 'riya.sen', is_guest: false });
    expect(room.typingUsers.current()).toEqual(['riya.sen']);
    expect(membersOf(room.members())[0]?.username).toBe('riya.sen');
    expect(room.room()?.creator).toBe('riya.sen');
  });

  it('RT-13, GC-53: shows typing users until they stop, send, leave, or the connection is lost', async () => {
    const room = await openRoom();
    for (const name of ['riya', 'zoya', 'ivy', 'noor', room.account])
      room.say('typing_start', memberEvent(name));
    room.say('typing_stop', memberEvent('zoya'));
    room.say('group_message', messageAt(2, { sender: 'riya' }));
    room.say('group_left', memberEvent('ivy'));
    expect(room.typingUsers.current()).toEqual(['noor']);
    room.move('reconnecting');
    expect(room.typingUsers.current()).toEqual([]);
  });

  it('GC-60: a refusal because the user is not a member shows the join view', async () => {
    const room = await openRoom();
    room.refuse({ code: 'not_a_member', detail: 'You are not a member of this group.' });
    expect(room.room()?.is_member).toBe(false);
    expect(toast.current()).toEqual([]);
  });

  it('RT-14: an error about a message marks that message, a stale token is handled by the connection, others are shown', async () => {
    const room = await openRoom();
    const id = room.outbox.send('x');
    room.say('error', { code: 'message_too_long', detail: 'This message is too long', clientMessageId: id });
    room.say('error', { code: 'token_expired', detail: 'Token expired' });
    expect(room.outbox.find(id)).toMatchObject({ state: 'failed', detail: 'This message is too long' });
    expect(toast.current()).toEqual([]);
    room.say('error', { code: 'internal', detail: 'Something went wrong.' });
    expect(toast.current().map((item) => item.text)).toEqual(['Something went wrong.']);
  });

  it('no events are handled after the room is closed', async () => {
    const room = await openRoom();
    room.close();
    room.say('group_message', messageAt(2));
    room.say('group_left', memberEvent(room.account));
    expect(room.sequences()).toEqual([1]);
    expect(room.onClosed).not.toHaveBeenCalled();
  });

  it('X-21: a room that is closed while messages are pending sends them first', async () => {
    const room = await openRoom();
    const id = room.outbox.send('hello');
    room.close();
    expect(room.outbox.isBusy()).toBe(true);
    room.say('message_confirmation', {
      clientMessageId: id,
      _id: 'a-2',
      timestamp: messageAt(2).timestamp,
      sequence: 2,
    });
    await vi.waitFor(() => expect(room.outbox.isBusy()).toBe(false));
    room.say('group_message', messageAt(3));
    expect(room.sequences()).toEqual([1, 2]);
  });
});
