import { expect, it } from 'vitest';
import { startForwarding } from './forwards.fixture.ts';

it('FT-06, R-02: concurrent forwards in both directions and to the same new chats are all stored, once each', async () => {
  const { ann, bob, eve, source, other, say, forward, messagesOf, person, read, makeKnown } =
    await startForwarding();
  const [zoe, max] = [await person(), await person()];
  await makeKnown(ann, bob, eve, zoe, max);
  const first = await say('from here');
  const [back] = (await forward(bob, first, [{ group_id: other }])).data.messages;
  const [there, here] = [{ group_id: other }, { group_id: source }];
  const [toZoe, toMax] = [{ recipient: zoe.username }, { recipient: max.username }];
  const answers = await Promise.all([
    forward(ann, first, [there, toZoe, toMax]),
    forward(ann, back?._id ?? '', [toMax, toZoe, here]),
    forward(bob, first, [there, here]),
    forward(eve, back?._id ?? '', [here, there, toMax]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const sequences = async (groupId: string) =>
    (await messagesOf(ann, groupId)).map(({ sequence }) => sequence);
  expect(await sequences(source)).toEqual([1, 2, 3, 4]);
  expect(await sequences(other)).toEqual([1, 2, 3, 4]);
  expect((await read(zoe, ann)).data.messages).toHaveLength(2);
});

it('FT-06: a forward that races with the deletion of its original has the whole content, or is refused', async () => {
  const { ann, bob, other, say, forward, messagesOf, client } = await startForwarding();
  const ids = [await say('one'), await say('two'), await say('three')];
  const answers = await Promise.all(
    ids.flatMap((id) => [
      forward(bob, id, [{ group_id: other }]),
      client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann),
    ]),
  );
  const forwards = answers.filter((_answer, index) => index % 2 === 0);
  for (const { status } of forwards) expect([200, 404]).toContain(status);
  const stored = await messagesOf(ann, other);
  expect(stored).toHaveLength(forwards.filter(({ status }) => status === 200).length);
  for (const { content } of stored) expect(['one', 'two', 'three']).toContain(content);
});
