import { expect, it, vi } from 'vitest';
import { startForwarding } from './forwards.fixture.ts';

it('FT-06: a forward reaches every open room and chat as a sent message does, with the author only for those who may know', async () => {
  const world = await startForwarding();
  const { ann, bob, eve, other, say, forward, block, connect, connectChat, connectShell } = world;
  await block(eve, ann);
  const [annRoom, bobRoom, eveRoom] = [
    await connect(ann, other),
    await connect(bob, other),
    await connect(eve, other),
  ];
  const eveShell = await connectShell(eve);
  const bobChat = await connectChat(bob, eve);
  const id = await say('hello');
  const { messages } = (await forward(bob, id, [{ group_id: other }, { recipient: eve.username }])).data;
  const named = { username: ann.username };
  for (const [client, author] of [
    [annRoom, named],
    [bobRoom, named],
    [eveRoom, null],
  ] as const) {
    const [event] = await vi.waitUntil(() => client.messages.length > 0 && client.messages);
    expect(event).toMatchObject({ _id: messages[0]?._id, content: 'hello', forwarded_from: author });
    expect(client.confirmations).toEqual([]);
    expect(client.messages).toHaveLength(1);
  }
  const theirs = await vi.waitUntil(() => eveShell.received.find(({ event }) => event === 'new_message'));
  expect(theirs.payload).toMatchObject({ _id: messages[1]?._id, sender: bob.username, forwarded_from: null });
  const own = await vi.waitUntil(() => bobChat.all('message')[0]);
  expect(own).toMatchObject({ _id: messages[1]?._id, forwarded_from: named });
});

it('FT-06: a reaction to a forward and its author’s setting tell a blocked reader no name', async () => {
  const world = await startForwarding();
  const { ann, bob, eve, other, say, forward, block, connect, client, nameWhenForwarded } = world;
  await block(eve, ann);
  const eveRoom = await connect(eve, other);
  const [sent] = (await forward(bob, await say('hello'), [{ group_id: other }])).data.messages;
  const edit = { params: { id: sent?._id ?? '' }, body: { content: 'changed' } };
  await client('PATCH /messages/:id', edit, bob);
  const edited = await vi.waitUntil(() => eveRoom.received.find(({ event }) => event === 'message_edited'));
  expect(edited.payload).toMatchObject({ content: 'changed', forwarded_from: null });
  await nameWhenForwarded(ann, false);
  const bobRoom = await connect(bob, other);
  await forward(eve, await forwardable(world), [{ group_id: other }]);
  const [event] = await vi.waitUntil(() => bobRoom.messages.length > 0 && bobRoom.messages);
  expect(event).toMatchObject({ content: 'hello again', forwarded_from: null });
});

/** Returns the id of a message of `ann` that `bob` forwarded, which a user with a block with `ann` may read. */
async function forwardable({ bob, source, say, forward }: Awaited<ReturnType<typeof startForwarding>>) {
  const answer = await forward(bob, await say('hello again'), [{ group_id: source }]);
  return answer.data.messages[0]?._id ?? '';
}
