import { expect, it } from 'vitest';
import { startMessages } from './room-messages.fixture.ts';

const UNKNOWN_GROUP = 'f'.repeat(24);

it('SV-37, GC-71, GC-73: users delete their own messages; the sequence stays, without content', async () => {
  const { roomOfThree, sayAll, deleteMessages, history } = await startMessages();
  const { groupId, creator, bobby, bob } = await roomOfThree();
  const ids = await sayAll(bob, ['one', 'two', 'three']);
  const { status, data } = await deleteMessages(bobby, { message_ids: ids.slice(0, 2) });
  expect([status, data]).toEqual([200, { message: 'Message deleted successfully', deleted_count: 2 }]);
  const page = (await history(creator, groupId)).data;
  expect(page.messages.map((message) => [message._id, message.content, message.is_deleted])).toEqual([
    [ids[0], '', true],
    [ids[1], '', true],
    [ids[2], 'three', false],
  ]);
  expect([page.revision, page.cleared_to]).toEqual([1, 0]);
});

it('SV-37: deleting a deleted message succeeds and does not count', async () => {
  const { roomOfThree, sayAll, deleteMessages, history } = await startMessages();
  const { groupId, bobby, bob } = await roomOfThree();
  const [one = '', two = ''] = await sayAll(bob, ['one', 'two']);
  await deleteMessages(bobby, { message_ids: [one] });
  expect((await deleteMessages(bobby, { message_ids: [one, two, two] })).data.deleted_count).toBe(1);
  expect((await deleteMessages(bobby, { message_ids: [one, two] })).data.deleted_count).toBe(0);
  expect((await history(bobby, groupId)).data.revision).toBe(2);
});

it('SV-37, R-01: all or nothing: with another user’s or an unknown message among them, none is deleted', async () => {
  const { roomOfThree, sayAll, deleteMessages, contentsOf, history } = await startMessages();
  const { groupId, creator, bobby, ann, bob } = await roomOfThree();
  const [own = ''] = await sayAll(bob, ['own']);
  const [others = ''] = await sayAll(ann, ['of ann']);
  const refused = await deleteMessages(bobby, { message_ids: [own, others] });
  expect([refused.status, refused.error]).toEqual([
    403,
    { code: 'not_yours_to_delete', detail: 'You can delete only your own messages' },
  ]);
  const unknown = [`${own}9`, 'nonsense', '', '0-0', 'zzzzzzzzzzzz-zzzzzzzzzzzz', `${own}-1`];
  for (const id of unknown) {
    const missing = await deleteMessages(creator, { message_ids: [own, id] });
    expect([missing.status, missing.error.code]).toEqual([404, 'message_not_found']);
  }
  expect(await contentsOf(bobby, groupId)).toEqual(['own', 'of ann']);
  expect((await history(bobby, groupId)).data.revision).toBe(0);
});

it('GM-22, Q-36: creators, members with either grant and global admins delete messages of others', async () => {
  const { roomOf, person, join, grant, admin, connect, sayAll, deleteMessages, contentsOf } =
    await startMessages();
  const { creator, groupId, others } = await roomOf(1);
  const [kicker, banner, member] = [await person(), await person(), await person()];
  for (const someone of [kicker, banner, member]) await join(someone, groupId);
  await grant(creator, groupId, kicker, ['can_kick']);
  await grant(creator, groupId, banner, ['can_ban']);
  const speaker = await connect(others[0] ?? creator, groupId);
  const ids = await sayAll(speaker, ['1', '2', '3', '4', '5']);
  const [first = '', ...rest] = ids;
  expect((await deleteMessages(member, { message_ids: [first] })).error.code).toBe('not_yours_to_delete');
  for (const [index, someone] of [creator, kicker, banner, await admin()].entries()) {
    const { data } = await deleteMessages(someone, { message_ids: [rest[index] ?? ''] });
    expect(data.deleted_count).toBe(1);
  }
  expect(await contentsOf(creator, groupId)).toEqual(['1', null, null, null, null]);
});

it('SV-37: one request deletes in several rooms, or in none', async () => {
  const { person, open, connect, roomOf, join, sayAll, deleteMessages, contentsOf } = await startMessages();
  const { creator: ann, groupId: first } = await roomOf(0);
  const bob = await person();
  const [second, foreign] = [await open(ann), await open(bob)];
  await join(ann, foreign);
  const idsIn = async (groupId: string) => sayAll(await connect(ann, groupId), ['a', 'b']);
  const [here, there, abroad] = [await idsIn(first), await idsIn(second), await idsIn(foreign)];
  const bobs = await sayAll(await connect(bob, foreign), ['of bob']);
  const mixed = [...here, ...there, ...abroad, ...bobs];
  expect((await deleteMessages(ann, { message_ids: mixed })).error.code).toBe('not_yours_to_delete');
  const elsewhere = await deleteMessages(ann, { group_id: first, message_ids: [...here, ...there] });
  expect(elsewhere.error.code).toBe('message_not_found');
  const some = [...here, ...there.slice(0, 1), ...abroad.slice(0, 1)];
  expect((await deleteMessages(ann, { message_ids: some })).data.deleted_count).toBe(4);
  expect(await contentsOf(ann, first)).toEqual([null, null]);
  expect(await contentsOf(ann, second)).toEqual([null, 'b']);
  expect(await contentsOf(ann, foreign)).toEqual([null, 'b', 'of bob']);
  const named = await deleteMessages(ann, { group_id: second, message_ids: there });
  expect(named.data.deleted_count).toBe(1);
});

it('R-14: in a room that the caller has left, messages are not found, not even own ones', async () => {
  const { roomOfThree, sayAll, deleteMessages, leave, contentsOf, guest } = await startMessages();
  const { groupId, creator, bobby, bob } = await roomOfThree();
  const ids = await sayAll(bob, ['hello']);
  await leave(bobby, groupId);
  for (const outsider of [bobby, await guest()]) {
    expect((await deleteMessages(outsider, { message_ids: ids })).error.code).toBe('message_not_found');
    const named = await deleteMessages(outsider, { group_id: groupId, message_ids: ids });
    expect(named.error.code).toBe('not_a_member');
  }
  expect(await contentsOf(creator, groupId)).toEqual(['hello']);
});

it('X-35: a private message is not found by users who may not read it, including moderators', async () => {
  const { roomOfThree, sayAll, deleteMessages, contentsOf, admin } = await startMessages();
  const { groupId, creator, bobby, evelyn, bob } = await roomOfThree();
  const ids = await sayAll(bob, [`@${evelyn.username} secret`]);
  for (const someone of [creator, await admin()]) {
    expect((await deleteMessages(someone, { message_ids: ids })).error.code).toBe('message_not_found');
  }
  expect((await deleteMessages(evelyn, { message_ids: ids })).error.code).toBe('not_yours_to_delete');
  expect((await deleteMessages(bobby, { message_ids: ids })).data.deleted_count).toBe(1);
  expect(await contentsOf(evelyn, groupId)).toEqual([null]);
});

it('SV-37, GC-72, GC-74: moderators delete everything; the history is empty afterwards', async () => {
  const { roomOfThree, sayAll, deleteMessages, history, getMessage } = await startMessages();
  const { groupId, creator, bobby, bob, evelyn, ann } = await roomOfThree();
  const [first = ''] = await sayAll(bob, ['one', 'two', `@${evelyn.username} three`, 'four']);
  await deleteMessages(creator, { message_ids: [first] });
  const member = await deleteMessages(bobby, { group_id: groupId });
  expect([member.status, member.error.code]).toEqual([403, 'not_authorized']);
  const { data } = await deleteMessages(creator, { group_id: groupId });
  expect(data).toEqual({ message: 'All messages deleted successfully', deleted_count: 3 });
  expect((await history(bobby, groupId, { after_sequence: 2, after_revision: 0 })).data).toEqual({
    messages: [],
    has_more: false,
    last_sequence: 4,
    revision: 2,
    cleared_to: 4,
    deleted_sequences: [],
    changed_messages: [],
    reload: false,
  });
  expect((await getMessage(bobby, first)).error.code).toBe('message_not_found');
  expect((await deleteMessages(bobby, { message_ids: [first] })).data.deleted_count).toBe(0);
  expect((await deleteMessages(creator, { group_id: groupId })).data.deleted_count).toBe(0);
  await sayAll(ann, ['five', 'six']);
  const page = (await history(bobby, groupId, { limit: 1 })).data;
  expect([page.messages.map((message) => message.sequence), page.has_more]).toEqual([[6], true]);
  const older = (await history(bobby, groupId, { before: page.messages[0]?.timestamp ?? '' })).data;
  expect([older.messages.map((message) => message.sequence), older.has_more]).toEqual([[5], false]);
});

it('SV-37, GC-58, GC-59: deleting everything is refused for an unknown room or without permission', async () => {
  const { roomOf, guest, admin, deleteMessages } = await startMessages();
  const { groupId } = await roomOf(0);
  const outside = await guest();
  const answers = await Promise.all(
    ['nonsense', '', UNKNOWN_GROUP, groupId].map((id) => deleteMessages(outside, { group_id: id })),
  );
  expect(answers.map(({ status, error }) => [status, error.code])).toEqual([
    [400, 'invalid_group_id'],
    [400, 'invalid_group_id'],
    [404, 'group_not_found'],
    [403, 'not_a_member'],
  ]);
  expect((await deleteMessages(await admin(), { group_id: groupId })).status).toBe(200);
  expect((await deleteMessages(outside, {})).status).toBe(422);
  expect((await deleteMessages(outside, { message_ids: [] })).status).toBe(422);
  const many = Array.from({ length: 101 }, (_, index) => `1-${index}`);
  expect((await deleteMessages(outside, { message_ids: many })).status).toBe(422);
});
