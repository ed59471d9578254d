import { expect, it } from 'vitest';
import { eventually, startRooms } from '../rooms.fixture.ts';

it('X-35, GC-57: a private message reaches only its recipients, over sockets and in history', async () => {
  const { roomOf, connect, history } = await startRooms();
  const { creator, others, groupId } = await roomOf(2);
  const [bobby = creator, evelyn = creator] = others;
  const [ann, annsTab, bob, eve] = await Promise.all(
    [creator, creator, bobby, evelyn].map((someone) => connect(someone, groupId)),
  );
  if (!ann || !annsTab || !bob || !eve) throw new Error('four clients expected');
  const words = `@${bobby.username} just between us`;
  expect(await ann.send(words)).toMatchObject({ sequence: 1 });
  expect(await ann.send('to all')).toMatchObject({ sequence: 2 });
  for (const client of [ann, annsTab, bob]) {
    await eventually(() =>
      expect(client.messages.map((message) => message.content)).toEqual([words, 'to all']),
    );
    expect(client.messages[0]).toMatchObject({ is_private: true, recipient_usernames: [bobby.username] });
  }
  await eventually(() => expect(eve.messages).toHaveLength(1));
  const contents = async (someone: typeof creator, query = {}) => {
    const { data } = await history(someone, groupId, query);
    return data.messages.map((message) => message.content);
  };
  expect(await contents(creator)).toEqual([words, 'to all']);
  expect(await contents(bobby)).toEqual([words, 'to all']);
  expect(await contents(evelyn)).toEqual(['to all']);
  expect(await contents(evelyn, { after_sequence: 0 })).toEqual(['to all']);
  expect(JSON.stringify(eve.received)).not.toContain('between us');
});

it('X-35: even the creator of the room does not see private messages of others', async () => {
  const { roomOf, connect, history } = await startRooms();
  const { creator, others, groupId } = await roomOf(2);
  const [bobby = creator, evelyn = creator] = others;
  const [ann, bob] = [await connect(creator, groupId), await connect(bobby, groupId)];
  await bob.send(`@${evelyn.username} secret`);
  await bob.send('open');
  await eventually(() => expect(ann.messages.map((message) => message.content)).toEqual(['open']));
  expect((await history(creator, groupId)).data.messages.map((message) => message.sequence)).toEqual([2]);
});

it('X-35: a private message to a user who is not a member is refused and never published', async () => {
  const { roomOf, guest, connect, history } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const outside = await guest();
  const [ann, eve] = [await connect(creator, groupId), await connect(others[0] ?? creator, groupId)];
  for (const name of ['nobody', outside.username]) {
    const seen = ann.messages.length;
    expect(await ann.send(`@${name} psst`)).toMatchObject({ code: 'whisper_to_nobody' });
    await eventually(() => expect(ann.messages).toHaveLength(seen + 1));
    expect(ann.messages.at(-1)).toMatchObject({
      sender: 'system',
      is_private_notification: true,
      group_id: groupId,
    });
    expect(ann.messages.at(-1)?.content).toContain(name);
  }
  expect(new Set(ann.messages.map((message) => message._id)).size).toBe(2);
  expect(await ann.send(`@${eve.username}  `)).toMatchObject({ code: 'message_empty' });
  expect(await ann.send('to all')).toMatchObject({ sequence: 1 });
  await eventually(() => expect(eve.messages.map((message) => message.content)).toEqual(['to all']));
  expect((await history(creator, groupId)).data.messages).toHaveLength(1);
});

it('R-03: a retry of a private message after its recipient left is acknowledged, not refused', async () => {
  const { roomOf, connect, leave } = await startRooms();
  const { creator, others, groupId } = await roomOf(1);
  const bobby = others[0] ?? creator;
  const ann = await connect(creator, groupId);
  const first = await ann.send(`@${bobby.username} bye`, { clientMessageId: 'one' });
  expect((await leave(bobby, groupId)).status).toBe(200);
  expect(await ann.send(`@${bobby.username} bye`, { clientMessageId: 'one' })).toEqual(first);
  expect(ann.messages).toHaveLength(1);
});
