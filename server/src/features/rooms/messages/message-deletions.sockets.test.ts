import { expect, it } from 'vitest';
import { deletionsReceivedBy, startMessages } from './room-messages.fixture.ts';
import { eventually } from '../rooms.fixture.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('Q-06: all members receive the deletion, including the caller’s other tabs', async () => {
  const { roomOfThree, sayAll, deleteMessages, connect } = await startMessages();
  const { groupId, bobby, ann, bob, eve } = await roomOfThree();
  const tab = await connect(bobby, groupId);
  const ids = await sayAll(bob, ['one', 'two', 'three']);
  await deleteMessages(bobby, { message_ids: ids.slice(1) });
  const event = {
    group_id: groupId,
    message_ids: ids.slice(1),
    sequences: [2, 3],
    cleared_to: 0,
    revision: 1,
  };
  for (const client of [ann, bob, eve, tab]) {
    await eventually(() => expect(deletionsReceivedBy(client)).toEqual([event]));
  }
});

it('Q-06: all members receive the deletion of everything', async () => {
  const { roomOfThree, sayAll, deleteMessages } = await startMessages();
  const { groupId, creator, ann, bob } = await roomOfThree();
  await sayAll(bob, ['one', 'two']);
  await deleteMessages(creator, { group_id: groupId });
  const event = { group_id: groupId, message_ids: [], sequences: [], cleared_to: 2, revision: 1 };
  for (const client of [ann, bob])
    await eventually(() => expect(deletionsReceivedBy(client)).toEqual([event]));
});

it('X-35: the deletion of a private message is published only to its sender and recipients', async () => {
  const { roomOfThree, sayAll, deleteMessages, history } = await startMessages();
  const { groupId, creator, bobby, evelyn, ann, bob, eve } = await roomOfThree();
  const [secret = '', open = '', other = ''] = await sayAll(bob, [
    `@${evelyn.username} secret`,
    'open',
    `@${evelyn.username} another`,
  ]);
  await deleteMessages(bobby, { message_ids: [open, secret] });
  await deleteMessages(bobby, { message_ids: [other] });
  const deletionOf = (message_ids: string[], sequences: number[], revision: number) => ({
    group_id: groupId,
    message_ids,
    sequences,
    cleared_to: 0,
    revision,
  });
  // Only the last part of a request has its revision, so that clients that miss it catch up.
  for (const client of [bob, eve]) {
    await eventually(() =>
      expect(deletionsReceivedBy(client)).toEqual([
        deletionOf([secret], [1], 0),
        deletionOf([open], [2], 1),
        deletionOf([other], [3], 2),
      ]),
    );
  }
  await ann.send('after');
  await eventually(() => expect(ann.messages.at(-1)?.content).toBe('after'));
  expect(deletionsReceivedBy(ann)).toEqual([deletionOf([open], [2], 1)]);
  const missed = { after_sequence: 4, after_revision: 0 };
  expect((await history(creator, groupId, missed)).data.deleted_sequences).toEqual([2]);
  expect((await history(evelyn, groupId, missed)).data.deleted_sequences).toEqual([1, 2, 3]);
});

it('R-04: a client that was offline receives the deletions by the revision', async () => {
  const { roomOfThree, sayAll, deleteMessages, history } = await startMessages();
  const { groupId, bobby, evelyn, bob, eve } = await roomOfThree();
  const ids = await sayAll(bob, ['one', 'two', 'three', 'four']);
  const held = (await history(evelyn, groupId)).data;
  eve.socket.disconnect();
  await deleteMessages(bobby, { message_ids: ids.slice(0, 1) });
  await deleteMessages(bobby, { message_ids: ids.slice(2, 3) });
  const query = { after_sequence: held.last_sequence, after_revision: held.revision };
  const missed = (await history(evelyn, groupId, query)).data;
  expect(missed).toMatchObject({ messages: [], deleted_sequences: [1, 3], revision: 2 });
  const again = (await history(evelyn, groupId, { ...query, after_revision: missed.revision })).data;
  expect(again).toMatchObject({ messages: [], deleted_sequences: [], revision: 2 });
});

it('R-03, SV-102: a retry of a message that was deleted is acknowledged and not published again', async () => {
  const { roomOfThree, deleteMessages } = await startMessages();
  const { groupId, creator, bobby, ann, bob } = await roomOfThree();
  const first = await bob.send('once', { clientMessageId: 'one' });
  const second = await bob.send('twice', { clientMessageId: 'two' });
  if (!('_id' in first)) throw new Error('was refused');
  await deleteMessages(bobby, { message_ids: [first._id] });
  await deleteMessages(creator, { group_id: groupId });
  expect(await bob.send('once', { clientMessageId: 'one' })).toEqual(first);
  expect(await bob.send('twice', { clientMessageId: 'two' })).toEqual(second);
  await bob.send('new');
  await eventually(() => expect(ann.messages).toHaveLength(3));
});

it('R-01, R-02: with concurrent messages and deletions, revisions increase by one and events match the history', async () => {
  const { roomOfThree, sayAll, deleteMessages, history } = await startMessages();
  const { groupId, creator, bobby, evelyn, ann, bob, eve } = await roomOfThree();
  const ids = await sayAll(
    bob,
    upTo(30).map((n) => `early ${n}`),
  );
  await Promise.all([
    ...ids.slice(0, 20).map((id) => deleteMessages(bobby, { message_ids: [id] })),
    ...ids.slice(10, 25).map((id) => deleteMessages(creator, { message_ids: [id] })),
    ...upTo(20).flatMap((n) => [ann.send(`late ${n}`), eve.send(`late ${n}`)]),
  ]);
  await eventually(() => expect(deletionsReceivedBy(eve)).toHaveLength(25));
  const revisions = deletionsReceivedBy(eve).map((event) => event.revision);
  expect(revisions.toSorted((a, b) => a - b)).toEqual(upTo(25));
  const { data } = await history(evelyn, groupId, { limit: 200, after_sequence: 0, after_revision: 0 });
  expect(data.revision).toBe(25);
  expect(data.deleted_sequences.toSorted((a, b) => a - b)).toEqual(upTo(25));
  expect(data.messages.filter((message) => message.is_deleted)).toHaveLength(25);
  expect(data.messages).toHaveLength(70);
});

it('R-02: deleting everything during other messages: earlier ones are deleted, later ones stay', async () => {
  const { roomOfThree, deleteMessages, history } = await startMessages();
  const { groupId, creator, bob, eve, ann } = await roomOfThree();
  const sends = upTo(30).flatMap((n) => [bob.send(`b ${n}`), eve.send(`e ${n}`)]);
  const cleared = await Promise.all(upTo(5).map(() => deleteMessages(creator, { group_id: groupId })));
  await Promise.all(sends);
  await eventually(() => expect(deletionsReceivedBy(ann)).toHaveLength(5));
  const { data } = await history(creator, groupId, { limit: 200 });
  const gone = cleared.reduce((sum, answer) => sum + answer.data.deleted_count, 0);
  expect([data.cleared_to, gone + data.messages.length, data.revision]).toEqual([gone, 60, 5]);
  expect(data.messages.every((message) => message.sequence > gone && !message.is_deleted)).toBe(true);
});
