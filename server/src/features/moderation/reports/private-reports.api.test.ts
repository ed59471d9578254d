import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startChats, type Person } from '../../direct/direct.fixture.ts';

type Kept = { content: string; group_id: string | null; is_deleted: boolean };

/** Ann and Ben have a private chat and share a room; Eve has a private chat with Ann. */
async function startFixture() {
  const chats = await startChats();
  const { ann, bob: ben, annChat, bobChat: benChat } = await chats.openChat();
  const eve = await chats.person();
  const groupId = await chats.open(ann);
  await chats.join(ben, groupId);
  const evesChat = await chats.connectChat(eve, ann);
  /** Reports a user. Returns the stored evidence. */
  async function report(
    by: Person,
    { username }: Person,
    more: Record<string, string> = {},
  ): Promise<Kept[]> {
    const body = { reported_username: username, reason: 'says things that hurt', ...more };
    const { data } = await chats.client('POST /users/report', { body }, by);
    const { rows } = await sql<{ evidence: Kept[] }>`
      SELECT evidence FROM reports WHERE id = ${data.report_id}`.execute(chats.database.db);
    return rows[0]?.evidence ?? [];
  }
  const contents = (kept: readonly Kept[]) => kept.map(({ content }) => content);
  return { ...chats, ann, ben, eve, annChat, benChat, evesChat, groupId, report, contents };
}

it('SV-47: without a message id, keeps the last messages of the private chat and shared rooms, in order', async () => {
  const { ann, ben, annChat, benChat, groupId, connect, report, contents } = await startFixture();
  await annChat.say('alone, first');
  await (await connect(ben, groupId)).send('in the room');
  await benChat.say('alone, second');
  const kept = await report(ann, ben);
  expect(contents(kept)).toEqual(['alone, first', 'in the room', 'alone, second']);
  expect(kept.map((entry) => entry.group_id)).toEqual([null, groupId, null]);
});

it('SV-47, RP-02: a private message can be reported despite a block and after it is deleted', async () => {
  const { ann, ben, annChat, benChat, block, deleteMessages, report, contents } = await startFixture();
  await annChat.say('hello');
  const id = await benChat.say('something vile');
  await deleteMessages(ben, ann, [id]);
  await block(ben, ann);
  expect(contents(await report(ann, ben, { message_id: id }))).toEqual(['hello', 'something vile']);
  // The user who blocked can report as well.
  expect(contents(await report(ben, ann))).toEqual(['hello', 'something vile']);
});

it('R-14: a report never contains private messages from outside the chat of the two users', async () => {
  const { ann, ben, eve, evesChat, benChat, report, contents } = await startFixture();
  const secret = await evesChat.say('between eve and ann');
  await benChat.say('between ben and ann');
  expect(contents(await report(ben, ann, { message_id: secret }))).toEqual([]);
  expect(contents(await report(ben, eve, { message_id: secret }))).toEqual([]);
  expect(contents(await report(eve, ben))).toEqual([]);
  expect(contents(await report(ann, ben, { message_id: secret }))).toEqual([]);
  expect(contents(await report(eve, ann))).toEqual(['between eve and ann']);
});
