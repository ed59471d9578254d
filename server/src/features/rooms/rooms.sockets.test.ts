import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually, startRooms } from './rooms.fixture.ts';
import type { RoomClient } from './rooms.fixture.ts';

const sequencesOf = ({ messages }: RoomClient) => messages.map((message) => message.sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('RT-03, RT-11, RT-12, GC-34, X-34, GC-68: a message reaches all members, the sender gets its acknowledgement', async () => {
  const { roomOf, connect, history } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const [ann, eve] = [await connect(creator, groupId), await connect(others[0] ?? creator, groupId)];
  const confirmation = await ann.send('hello', {
    clientMessageId: 'one',
    timestamp: '2001-01-01T00:00:00.000Z',
  });
  await eventually(() => expect([ann.messages.length, eve.messages.length]).toEqual([1, 1]));
  const { _id, timestamp } = eve.messages[0] ?? { _id: '', timestamp: '' };
  expect(confirmation).toEqual({ clientMessageId: 'one', _id, timestamp, sequence: 1 });
  const message = {
    _id: expect.stringMatching(/^[0-9a-z]+-1$/),
    sequence: 1,
    group_id: groupId,
    groupId,
    sender: creator.username,
    content: 'hello',
    image_url: null,
    youtube_url: null,
    image_id: null,
    image_width: null,
    image_height: null,
    timestamp: expect.stringMatching(/^2[^0].*\.\d{3}Z$|^20[^0].*\.\d{3}Z$/),
    is_deleted: false,
    is_private: false,
    recipient_usernames: [],
    clientMessageId: 'one',
    is_admin: false,
    is_private_notification: false,
    version: 0,
    reactions: [],
    edited_at: null,
    reply_to: null,
    preview: null,
    forwarded_from: null,
    audio_url: null,
    audio_duration_ms: null,
    audio_waveform: null,
    mentions: [],
  };
  expect(eve.messages).toEqual([message]);
  expect(ann.messages).toEqual(eve.messages);
  expect((await history(creator, groupId)).data).toEqual({
    messages: eve.messages,
    has_more: false,
    last_sequence: 1,
    revision: 0,
    cleared_to: 0,
    deleted_sequences: [],
    changed_messages: [],
    reload: false,
  });
  expect(eve.confirmations).toEqual([]);
});

it('R-02: all members see the messages of many senders in the order of their sequences', async () => {
  const { roomOf, connect, history } = await startRooms();
  const { everyone, creator, groupId } = await roomOf(4);
  const clients = await Promise.all(everyone.map((someone) => connect(someone, groupId)));
  await Promise.all(clients.flatMap((client) => upTo(30).map((n) => client.send(`message ${n}`))));
  for (const client of clients) {
    await eventually(() => expect(client.messages).toHaveLength(150));
    expect(sequencesOf(client)).toEqual(upTo(150));
    const times = client.messages.map((message) => message.timestamp);
    expect(times).toEqual([...new Set(times)].toSorted());
  }
  const read: number[] = [];
  let before: string | undefined;
  for (let hasMore = true; hasMore;) {
    const { data } = await history(creator, groupId, { limit: 40, ...(before !== undefined && { before }) });
    read.unshift(...data.messages.map((message) => message.sequence));
    before = data.messages[0]?.timestamp;
    hasMore = data.has_more;
  }
  expect(read).toEqual(upTo(150));
});

it('SV-102, R-03: a retry gets the first acknowledgement again and no member sees the message twice', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const [ann, otherTab, eve] = [
    await connect(creator, groupId),
    await connect(creator, groupId),
    await connect(others[0] ?? creator, groupId),
  ];
  const first = await ann.send('hello', { clientMessageId: 'one' });
  expect(await otherTab.send('hello', { clientMessageId: 'one' })).toEqual(first);
  expect(await ann.send('hello', { clientMessageId: 'one' })).toEqual(first);
  await eve.send('hello', { clientMessageId: 'one' });
  await eventually(() => expect(sequencesOf(eve)).toEqual([1, 2]));
  expect(sequencesOf(ann)).toEqual([1, 2]);
});

it('R-03: without a client id a message is identified by its time and text', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  const ann = await connect(creator, groupId);
  const message = { group_id: groupId, content: 'hello', timestamp: '2026-11-21T10:00:00.000Z' };
  ann.socket.emit('group_message', message);
  ann.socket.emit('group_message', message);
  ann.socket.emit('group_message', { ...message, content: 'other words' });
  ann.socket.emit('group_message', { group_id: groupId, content: 'no time' });
  ann.socket.emit('group_message', { group_id: groupId, content: 'no time' });
  await eventually(() => expect(ann.confirmations).toHaveLength(5));
  expect(ann.confirmations.map((confirmation) => confirmation.sequence).toSorted((a, b) => a - b)).toEqual([
    1, 1, 2, 3, 4,
  ]);
  expect(ann.messages.map((entry) => entry.content)).toEqual(['hello', 'other words', 'no time', 'no time']);
});

it('GC-56, Q-31, GC-58: refuses invalid messages, with the id of the message', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, groupId } = await roomOf(0);
  const ann = await connect(creator, groupId);
  const refused = async (content: string, more: object = {}) => {
    const { code, detail } = Object(await ann.send(content, more));
    return [code, detail];
  };
  expect(await refused('  ')).toEqual(['message_empty', 'Message or image required']);
  expect(await refused('x'.repeat(2001))).toEqual(['message_too_long', 'This message is too long']);
  expect(await refused('hi', { group_id: 'f'.repeat(24) })).toEqual(['invalid_group_id', 'Invalid group ID']);
  expect(await refused('hi', { group_id: 'nonsense' })).toEqual(['validation_failed', expect.any(String)]);
  expect(await ann.send('x'.repeat(2000))).toMatchObject({ sequence: 1 });
  expect(ann.messages).toHaveLength(1);
});

it('GC-55: one message a second over all tabs; a retry within the second is acknowledged', async () => {
  const { roomOf, connect } = await startRooms({ RATE_LIMITS: 'on' });
  const { creator, groupId } = await roomOf(0);
  const [ann, otherTab] = [await connect(creator, groupId), await connect(creator, groupId)];
  const first = await ann.send('hello', { clientMessageId: 'one' });
  expect(first).toMatchObject({ sequence: 1 });
  const [tooFast, repeat] = await Promise.all([
    otherTab.send('and', { clientMessageId: 'two' }),
    ann.send('hello', { clientMessageId: 'one' }),
  ]);
  expect(tooFast).toEqual({
    detail: 'Please wait before sending another message',
    code: 'sending_too_fast',
    clientMessageId: 'two',
    retry_after: expect.any(Number),
  });
  expect(repeat).toEqual(first);
  await eventually(async () =>
    expect(await ann.send('and', { clientMessageId: 'two' })).toMatchObject({ sequence: 2 }),
  );
});

it('R-01: a message that can’t be stored is not published, and can be retried', async () => {
  const { roomOf, connect, database } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const [ann, eve] = [await connect(creator, groupId), await connect(others[0] ?? creator, groupId)];
  await sql`ALTER TABLE messages ADD CONSTRAINT planted CHECK (content <> 'poison')`.execute(database.db);
  const failed = await ann.send('poison', { clientMessageId: 'one' });
  expect(failed).toMatchObject({ code: 'message_not_sent', clientMessageId: 'one' });
  await sql`ALTER TABLE messages DROP CONSTRAINT planted`.execute(database.db);
  expect(await ann.send('poison', { clientMessageId: 'one' })).toMatchObject({ sequence: 1 });
  await eventually(() => expect(sequencesOf(eve)).toEqual([1]));
});

it('RT-02, RT-13, GC-53: others see typing users, rate limited, and not after they disconnect', async () => {
  const { roomOf, connect } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const [ann, eve] = [await connect(creator, groupId), await connect(others[0] ?? creator, groupId)];
  const typing = () =>
    eve.received.filter((entry) => entry.event.startsWith('typing')).map((entry) => entry.event);
  ann.socket.emit('typing_stop', { group_id: groupId });
  ann.socket.emit('typing_start', { group_id: 'f'.repeat(24) });
  ann.socket.emit('typing_start', { group_id: groupId });
  ann.socket.emit('typing_stop', { group_id: groupId });
  await eventually(() => expect(typing()).toEqual(['typing_start', 'typing_stop']));
  expect(eve.received.find((entry) => entry.event === 'typing_start')?.payload).toEqual({
    group_id: groupId,
    username: creator.username,
  });
  for (let n = 0; n < 50; n += 1) ann.socket.emit('typing_start', { group_id: groupId });
  await ann.send('done');
  await eventually(() => expect(eve.messages).toHaveLength(1));
  expect(typing().length).toBeLessThanOrEqual(7);
  ann.socket.disconnect();
  await eventually(() => expect(typing().at(-1)).toBe('typing_stop'));
});
