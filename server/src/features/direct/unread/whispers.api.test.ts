import { expect, it } from 'vitest';
import { eventually } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

/** Creates a room with a whispering member, and a member who is not connected. */
async function startRoomWithReader() {
  const lists = await startLists();
  const [speaker, reader] = [await lists.person(), await lists.person()];
  await lists.makeKnown(speaker, reader);
  const groupId = await lists.open(speaker);
  await lists.join(reader, groupId);
  const speakerClient = await lists.connect(speaker, groupId);
  const whisper = (words: string) => speakerClient.send(`@${reader.username} ${words}`);
  return { ...lists, speaker, reader, groupId, whisper, speakerClient };
}

it('Q-12: a whisper to a member who is not connected is unread, with the name of the room', async () => {
  const { reader, speaker, groupId, whisper, speakerClient, unread, connectShell } =
    await startRoomWithReader();
  const shell = await connectShell(reader);
  await whisper('are you coming');
  await speakerClient.send('to everybody');
  const { messages, total, by_sender: bySender } = await unread(reader);
  expect(messages).toMatchObject([
    { sender: speaker.username, recipient: reader.username, group_id: groupId, groupId, is_read: false },
  ]);
  expect(messages[0]?.group_name).toMatch(/^Room /);
  expect([total, bySender]).toEqual([1, { [speaker.username]: 1 }]);
  await eventually(() =>
    expect(shell.all('unread_count').at(-1)).toEqual({
      total: 1,
      by_sender: { [speaker.username]: 1 },
      requests: 0,
      muted: 0,
    }),
  );
});

it('SV-46: a whisper is read when it is marked, when the room is opened, and when it was open', async () => {
  const { reader, speaker, groupId, whisper, unread, markRead, connect, connectShell } =
    await startRoomWithReader();
  const shell = await connectShell(reader);
  const newest = () => shell.all('unread_count').at(-1);
  await whisper('one');
  expect((await markRead(reader, speaker)).data.updated_count).toBe(1);
  await whisper('two');
  await eventually(() => expect(newest()).toMatchObject({ total: 1 }));
  const readerClient = await connect(reader, groupId);
  await eventually(() => expect(newest()).toMatchObject({ total: 0 }));
  await whisper('three');
  await eventually(() => expect(readerClient.messages.at(-1)?.content).toContain('three'));
  await expect.poll(async () => (await unread(reader)).total).toBe(0);
  readerClient.socket.disconnect();
  await expect
    .poll(async () => {
      await whisper('four');
      return (await unread(reader)).total > 0;
    })
    .toBe(true);
});

it('Q-12: whispers are not unread for a user who left, nor after they were deleted or the room was cleared', async () => {
  const { reader, speaker, groupId, whisper, unread, leave, join, client, connectShell } =
    await startRoomWithReader();
  const shell = await connectShell(reader);
  const newest = () => shell.all('unread_count').at(-1);
  await whisper('one');
  await eventually(() => expect(newest()).toMatchObject({ total: 1 }));
  await leave(reader, groupId);
  await eventually(() => expect(newest()).toMatchObject({ total: 0 }));
  expect((await unread(reader)).total).toBe(0);
  await join(reader, groupId);
  expect((await unread(reader)).total).toBe(0);
  await whisper('for all');
  const sent = await whisper('two');
  await eventually(() => expect(newest()).toMatchObject({ total: 2 }));
  const message_ids = ['_id' in sent ? sent._id : ''];
  await client('POST /groupchat/delete_messages', { body: { message_ids } }, speaker);
  await eventually(() => expect(newest()).toMatchObject({ total: 1 }));
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, speaker);
  await eventually(() => expect(newest()).toMatchObject({ total: 0 }));
});
