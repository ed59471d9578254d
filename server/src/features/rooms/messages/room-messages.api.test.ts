import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startMessages } from './room-messages.fixture.ts';

it('R-14: a single message can be read by members and global admins, and by no other user', async () => {
  const { roomOfThree, sayAll, getMessage, history, guest, admin, deleteMessages } = await startMessages();
  const { groupId, creator, bobby, evelyn, bob } = await roomOfThree();
  const [open = '', secret = ''] = await sayAll(bob, ['open', `@${evelyn.username} secret`]);
  const { messages } = (await history(evelyn, groupId)).data;
  expect((await getMessage(evelyn, open)).data).toEqual(messages[0]);
  expect((await getMessage(evelyn, secret)).data).toEqual(messages[1]);
  const chief = await admin();
  expect((await getMessage(chief, open)).data.content).toBe('open');
  const hidden = [
    await getMessage(await guest(), open),
    await getMessage(creator, secret),
    await getMessage(chief, secret),
    await getMessage(creator, `${open}0`),
    await getMessage(creator, 'nonsense'),
  ];
  for (const { status, error } of hidden) {
    expect([status, error]).toEqual([
      404,
      { code: 'message_not_found', detail: 'This message is not here any more' },
    ]);
  }
  await deleteMessages(bobby, { message_ids: [open] });
  expect((await getMessage(creator, open)).data).toMatchObject({ content: '', is_deleted: true });
});

it('Q-36, SV-36: a global admin reads the history of a room without joining', async () => {
  const { roomOfThree, sayAll, history, admin } = await startMessages();
  const { groupId, bob, evelyn } = await roomOfThree();
  await sayAll(bob, ['open', `@${evelyn.username} secret`]);
  const { data } = await history(await admin(), groupId);
  expect(data.messages.map((message) => message.content)).toEqual(['open']);
});

it('GC-69: a poll without changes reads neither messages nor deletions', async () => {
  const { roomOfThree, sayAll, history, deleteMessages, database } = await startMessages();
  const { groupId, bobby, evelyn, bob } = await roomOfThree();
  const [first = ''] = await sayAll(bob, ['one', 'two']);
  await deleteMessages(bobby, { message_ids: [first] });
  const poll = (after_sequence: number, after_revision: number) =>
    history(evelyn, groupId, { after_sequence, after_revision });
  await sql`ALTER TABLE messages RENAME TO messages_away`.execute(database.db);
  await sql`ALTER TABLE conversation_changes RENAME TO conversation_changes_away`.execute(database.db);
  const statuses = [await poll(2, 1), await poll(1, 1), await poll(2, 0)].map(({ status }) => status);
  await sql`ALTER TABLE messages_away RENAME TO messages`.execute(database.db);
  await sql`ALTER TABLE conversation_changes_away RENAME TO conversation_changes`.execute(database.db);
  expect(statuses).toEqual([200, 500, 500]);
  expect((await poll(1, 0)).data).toMatchObject({ last_sequence: 2, revision: 1, deleted_sequences: [1] });
});
