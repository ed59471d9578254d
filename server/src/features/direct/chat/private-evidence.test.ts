import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startChats, type Person } from '../direct.fixture.ts';
import { createEvidence } from '../../messages/index.ts';
import { findEvidence } from './private-kind.service.ts';

/** Creates chats of ann with bob and of ann with a third user; `ask` collects evidence. */
async function startTalk() {
  const chats = await startChats();
  const open = await chats.openChat();
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await (n % 2 === 0 ? open.annChat : open.bobChat).say(`m${n}`));
  const third = await chats.person();
  const secret = await (await chats.connectChat(open.ann, third)).say('between ann and a third');
  const { db } = chats.database;
  const idOf = async ({ username }: Person) =>
    (await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(db)).rows[0]?.id ??
    0;
  const evidence = createEvidence(chats.database, () => [{ findEvidence }]);
  const ask = async (by: Person, about: Person, more: { messageId?: string; groupId?: string } = {}) =>
    (await evidence({ reporterId: await idOf(by), reportedId: await idOf(about), ...more })).map(
      ({ content }) => content,
    );
  return { ...chats, ...open, third, ids, secret, ask };
}

it('SV-47: copies the latest messages of the two, or those around the reported message', async () => {
  const { ann, bob, ids, ask, deleteMessages, block } = await startTalk();
  const all = Array.from({ length: 8 }, (_, n) => `m${n}`);
  expect(await ask(ann, bob)).toEqual(all);
  await deleteMessages(bob, ann, []);
  await block(bob, ann);
  expect(await ask(ann, bob)).toEqual(all);
  expect(await ask(ann, bob, { messageId: ids[1] ?? '' })).toEqual(all.slice(0, 6));
});

it('R-14: no other private conversation gets into a report, not even one of the reporter', async () => {
  const { ann, bob, third, secret, ask } = await startTalk();
  expect(await ask(bob, third)).toEqual([]);
  expect(await ask(bob, ann, { messageId: secret })).toEqual([]);
  expect(await ask(ann, bob, { messageId: secret })).toEqual([]);
  expect(await ask(bob, third, { messageId: secret })).toEqual([]);
  expect(await ask(third, bob, { messageId: secret })).toEqual([]);
  expect(await ask(ann, third, { messageId: secret })).toEqual(['between ann and a third']);
  expect(await ask(ann, bob, { groupId: 'f'.repeat(24) })).toEqual([]);
});
