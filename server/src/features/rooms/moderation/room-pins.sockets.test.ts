import { expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { startPrivacy } from '../../privacy/privacy.fixture.ts';
import { giveCoins } from '../../wallet/wallet.fixture.ts';
import { eventually, type Person, type ReceivedEvent } from '../rooms.fixture.ts';
import { refusalOf, say, startLimits } from './room-limits.fixture.ts';

const countsOf = ({ received }: { received: readonly ReceivedEvent[] }) =>
  received.filter(({ event }) => event === 'pins_changed').map(({ payload }) => payload);

async function startPins() {
  const [privacy, limits] = [await startPrivacy(), await startLimits()];
  const fixture = { ...privacy, ...limits };
  const room = await fixture.roomOfThree();
  const { creator, ann, bob, groupId } = room;
  const rooms = {
    owner: await fixture.connect(creator, groupId),
    first: await fixture.connect(ann, groupId),
    second: await fixture.connect(bob, groupId),
  };
  const contentsFor = async (someone: Person) =>
    (await fixture.pins(someone, groupId)).data.pins.map(({ message }) => message.content);
  const deleteMessages = (by: Person, ids: string[]) =>
    fixture.client('POST /groupchat/delete_messages', { body: { message_ids: ids } }, by);
  return { ...fixture, ...room, ...rooms, contentsFor, deleteMessages };
}

it('GR-04: moderators pin and unpin, everybody in the room reads the pins as they are now, newest first', async () => {
  const fixture = await startPins();
  const { client, creator, ann, bob, groupId, first, second, pin, unpin, pins, grant, person, admin } =
    fixture;
  const one = await say(first, 'one');
  const two = await say(second, 'two');
  expect(refusalOf(await pin(ann, groupId, one))).toEqual([403, 'not_authorized']);
  await grant(creator, groupId, bob, ['can_kick']);
  expect((await pin(creator, groupId, one)).data).toEqual({ message: 'Message pinned successfully' });
  expect((await pin(bob, groupId, two)).status).toBe(200);
  expect((await pin(creator, groupId, two)).status).toBe(200);
  await client('PATCH /messages/:id', { params: { id: one }, body: { content: 'one, changed' } }, ann);
  const { data } = await pins(ann, groupId);
  expect(data.pins).toMatchObject([
    { message: { _id: two, sender: bob.username, content: 'two' }, pinned_by: bob.username },
    { message: { _id: one, content: 'one, changed' }, pinned_by: creator.username },
  ]);
  await eventually(() =>
    expect(countsOf(first)).toEqual([
      { group_id: groupId, count: 1 },
      { group_id: groupId, count: 2 },
    ]),
  );
  expect(refusalOf(await unpin(ann, groupId, one))).toEqual([403, 'not_authorized']);
  expect((await unpin(bob, groupId, one)).data).toEqual({ message: 'Message unpinned successfully' });
  expect((await unpin(bob, groupId, one)).status).toBe(200);
  await eventually(() => expect(countsOf(first).at(-1)).toEqual({ group_id: groupId, count: 1 }));
  expect(countsOf(first)).toHaveLength(3);

  expect(refusalOf(await pins(await person(), groupId))).toEqual([403, 'not_a_member']);
  expect((await pins(await admin(), groupId)).data.pins).toHaveLength(1);
  expect(refusalOf(await pins(ann, '0123456789abcdef01234567'))).toEqual([404, 'group_not_found']);
  expect(refusalOf(await pins(ann, 'x'))).toEqual([400, 'invalid_group_id']);
});

it('GR-04: whispers, notices, deleted messages and those of other rooms can’t be pinned', async () => {
  const {
    client,
    creator,
    bob,
    ann,
    groupId,
    owner,
    first,
    pin,
    open,
    connect,
    deleteMessages,
    database,
    userIdOf,
  } = await startPins();
  const whisper = await say(owner, `@${ann.username} between us`);
  const refusal = await pin(creator, groupId, whisper);
  expect(refusalOf(refusal)).toEqual([400, 'cannot_be_pinned']);
  expect(refusal.error.detail).toBe('Whispers and notices can’t be pinned');
  const toBob = await say(first, `@${bob.username} not for the creator`);
  expect(refusalOf(await pin(creator, groupId, toBob))).toEqual([404, 'message_not_found']);

  await giveCoins(database, await userIdOf(ann), 100);
  const gift = { group_id: groupId, recipient_username: bob.username, gift_type: 'kiss' };
  expect((await client('POST /groupchat/groups/send-gift', { body: gift }, ann)).status).toBe(200);
  await eventually(() => expect(owner.messages.at(-1)).toMatchObject({ sender: 'system' }));
  const notice = owner.messages.at(-1)?._id ?? '';
  expect(refusalOf(await pin(creator, groupId, notice))).toEqual([400, 'cannot_be_pinned']);

  const gone = await say(owner, 'gone');
  await deleteMessages(creator, [gone]);
  const elsewhere = await say(await connect(creator, await open(creator)), 'elsewhere');
  for (const id of [gone, elsewhere, 'nothing', '1-zzzz'])
    expect(refusalOf(await pin(creator, groupId, id))).toEqual([404, 'message_not_found']);
});

it('GR-04: a deleted message leaves the pins, whoever deletes it', async () => {
  const fixture = await startPins();
  const {
    client,
    creator,
    ann,
    bob,
    groupId,
    first,
    second,
    owner,
    pin,
    contentsFor,
    deleteMessages,
    end,
    quiet,
  } = fixture;
  const ids = new Map<string, string>();
  for (const text of ['own', 'by a moderator', 'stays']) ids.set(text, await say(first, text));
  for (const text of ['of a deleted account', 'also']) ids.set(text, await say(second, text));
  for (const id of ids.values()) expect((await pin(creator, groupId, id)).status).toBe(200);
  await deleteMessages(ann, [ids.get('own') ?? '']);
  await deleteMessages(creator, [ids.get('by a moderator') ?? '']);
  expect(await contentsFor(ann)).toEqual(['also', 'of a deleted account', 'stays']);
  expect((await end(bob, PASSWORD, true)).status).toBe(200);
  await quiet();
  expect(await contentsFor(ann)).toEqual(['stays']);
  await eventually(() => expect(countsOf(owner).at(-1)).toEqual({ group_id: groupId, count: 1 }));
  const before = countsOf(owner).length;
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, creator);
  expect(await contentsFor(ann)).toEqual([]);
  await eventually(() => expect(countsOf(owner).slice(before)).toEqual([{ group_id: groupId, count: 0 }]));
});

it('GR-04, R-14: pins of blocked and suspended users are hidden and not counted for those who may not see them', async () => {
  const { creator, ann, bob, groupId, first, second, owner, pin, contentsFor, block, suspend, admin, pins } =
    await startPins();
  const mine = await say(first, 'of Ann');
  const theirs = await say(second, 'of Bob');
  await block(ann, bob);
  await pin(creator, groupId, mine);
  await pin(creator, groupId, theirs);
  expect(await contentsFor(creator)).toEqual(['of Bob', 'of Ann']);
  expect(await contentsFor(ann)).toEqual(['of Ann']);
  expect(await contentsFor(bob)).toEqual(['of Bob']);
  await eventually(() => {
    for (const [reader, count] of [
      [owner, 2],
      [first, 1],
      [second, 1],
    ] as const)
      expect(countsOf(reader).at(-1)).toEqual({ group_id: groupId, count });
  });
  await block(creator, ann);
  expect(refusalOf(await pin(creator, groupId, mine))).toEqual([404, 'message_not_found']);
  expect((await pins(ann, groupId)).data.pins).toMatchObject([{ pinned_by: null }]);
  await suspend(bob);
  expect(await contentsFor(creator)).toEqual([]);
  expect(await contentsFor(await admin())).toEqual(['of Bob', 'of Ann']);
});
