import { expect, it } from 'vitest';
import { deletionsReceivedBy, startMessages } from './messages/room-messages.fixture.ts';
import { eventually } from './rooms.fixture.ts';
import type { Person } from './rooms.fixture.ts';

async function startBlockedRoom() {
  const fixture = await startMessages();
  const room = await fixture.roomOfThree();
  const block = (by: Person, { username }: Person) =>
    fixture.client('POST /users/block', { body: { blocked_username: username } }, by);
  return { ...fixture, ...room, block };
}

it('Q-06, R-14: each client receives the part of a deletion that it could see, and all reach its revision', async () => {
  const { groupId, creator, bobby, evelyn, bob, eve, ann, block, sayAll, deleteMessages, history } =
    await startBlockedRoom();
  await block(bobby, evelyn);
  const ids = [
    ...(await sayAll(bob, ['bob 1'])),
    ...(await sayAll(eve, ['eve 2'])),
    ...(await sayAll(ann, ['ann 3'])),
  ];
  const whispers = await sayAll(bob, [`@${creator.username} whispered`]);
  await deleteMessages(creator, { message_ids: ids });
  await deleteMessages(bobby, { message_ids: whispers });
  const deletedFor = (client: typeof bob) =>
    deletionsReceivedBy(client).flatMap(({ sequences }) => sequences);
  await eventually(() => {
    expect(
      [deletedFor(ann), deletedFor(bob), deletedFor(eve)].map((each) => each.toSorted((a, b) => a - b)),
    ).toEqual([
      [1, 2, 3, 4],
      [1, 3, 4],
      [2, 3],
    ]);
  });
  expect(Math.max(...deletionsReceivedBy(eve).map(({ revision }) => revision))).toBe(1);
  expect(Math.max(...deletionsReceivedBy(ann).map(({ revision }) => revision))).toBe(2);
  const { data } = await history(evelyn, groupId, { after_sequence: 4, after_revision: 0 });
  expect([data.deleted_sequences, data.revision]).toEqual([[2, 3], 2]);
});

it('GM-08, R-14: a moderator who is blocked by a member can still delete that member’s messages', async () => {
  const { groupId, creator, bobby, bob, eve, block, sayAll, deleteMessages, getMessage, contentsOf } =
    await startBlockedRoom();
  await block(bobby, creator);
  const [id = ''] = await sayAll(bob, ['something vile']);
  expect((await getMessage(creator, id)).status).toBe(404);
  expect((await deleteMessages(creator, { message_ids: [id] })).data.deleted_count).toBe(1);
  await eventually(() => expect(deletionsReceivedBy(eve)).toMatchObject([{ message_ids: [id] }, {}]));
  expect(await contentsOf(bobby, groupId)).toEqual([null]);
});

it('X-35, R-07: a whisper with an image to a blocked user is refused before anything is fetched', async () => {
  const { bobby, evelyn, bob, eve, block, sayAll } = await startBlockedRoom();
  const image_url = 'http://127.0.0.1:9/picture.png';
  const whisper = () =>
    bob.send(`@${evelyn.username} look`, { image_url, clientMessageId: crypto.randomUUID() });
  expect(await whisper()).toMatchObject({ code: 'image_url_failed' });
  await block(evelyn, bobby);
  expect(await whisper()).toMatchObject({
    code: 'blocked_by_user',
    detail: 'You are blocked by this user',
  });
  await sayAll(eve, ['goes on']);
});

it('R-03, SV-102: a retry of a whisper that was stored before the block is acknowledged, and not shown again', async () => {
  const { bobby, evelyn, bob, eve, ann, block } = await startBlockedRoom();
  const clientMessageId = crypto.randomUUID();
  const whisper = () => bob.send(`@${evelyn.username} once`, { clientMessageId });
  const first = await whisper();
  await block(evelyn, bobby);
  const receivedCount = eve.messages.length;
  expect(await whisper()).toEqual(first);
  await ann.send('after');
  await eventually(() => expect(eve.messages.at(-1)?.content).toBe('after'));
  expect(eve.messages).toHaveLength(receivedCount + 1);
});
