import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { WORDS_MAX } from '@adda/contract/safety';
import { freshWord, startSafety, type Person } from '../safety.fixture.ts';

const add = (
  { client }: Pick<Awaited<ReturnType<typeof startSafety>>, 'client'>,
  by: Person,
  word: string,
  action: 'refuse' | 'review' = 'refuse',
) => client('POST /admin/words', { body: { word, action } }, by);

it('SV-105: an admin adds, reads and removes a word, and both changes are audited', async () => {
  const fixture = await startSafety();
  const { client, database, admin, wordOf } = fixture;
  const [ada, word] = [await admin(), freshWord()];
  const added = await add(fixture, ada, `  ${word}  `, 'review');
  expect(added.status).toBe(201);
  expect(added.data.word).toMatchObject({ word, action: 'review', added_by: ada.username, hits: 0 });
  const { word_id: wordId } = added.data.word;
  expect(await wordOf(ada, wordId)).toEqual(added.data.word);
  const removed = await client('DELETE /admin/words/:word_id', { params: { word_id: wordId } }, ada);
  expect(removed.status).toBe(200);
  expect(await wordOf(ada, wordId)).toBeUndefined();
  const again = await client('DELETE /admin/words/:word_id', { params: { word_id: wordId } }, ada);
  expect([again.status, again.error.code]).toEqual([404, 'word_not_found']);
  const { rows } = await sql<{ action: string; name: string; details: string }>`
    SELECT entry.action, actor.username AS name, entry.details::text AS details
    FROM audit_entries entry JOIN users actor ON actor.id = entry.actor_id
    WHERE entry.target = ${`word:${wordId}`} ORDER BY entry.id`.execute(database.db);
  expect(rows.map(({ action, name }) => ({ action, name }))).toEqual([
    { action: 'word_added', name: ada.username },
    { action: 'word_removed', name: ada.username },
  ]);
  expect(rows.every(({ details }) => details.includes(word))).toBe(true);
});

it('SV-105: concurrent equivalent words are listed once', async () => {
  const fixture = await startSafety();
  const [ada, word] = [await fixture.admin(), freshWord()];
  const spellings = [word, word.toUpperCase(), `${word}.`, `${word.slice(0, 2)}\u200B${word.slice(2)}`];
  const answers = await Promise.all(
    [...spellings, ...spellings].map((spelling) => add(fixture, ada, spelling)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 400),
  ]);
  const codes = answers.filter(({ status }) => status === 400).map(({ error }) => error.code);
  expect(new Set(codes)).toEqual(new Set(['word_exists']));
});

it.each(['…', ' ', '', '\u200B', 'x'.repeat(81)])('SV-105: %j cannot be listed', async (word) => {
  const fixture = await startSafety();
  const answer = await add(fixture, await fixture.admin(), word);
  expect([answer.status, answer.error.code]).toEqual([422, 'validation_failed']);
});

it('SV-105, R-13: only an admin can read or change the list and the limits', async () => {
  const { client, person, guest } = await startSafety();
  const body = { new_account_hours: 0, first_contacts_per_day: 1000, plain_links: false };
  for (const [someone, status] of [
    [await person(), 403],
    [await guest(), 403],
    [{}, 401],
  ] as const) {
    const answers = await Promise.all([
      client('GET /admin/words', {}, someone),
      client('POST /admin/words', { body: { word: freshWord(), action: 'refuse' } }, someone),
      client('DELETE /admin/words/:word_id', { params: { word_id: 'a'.repeat(24) } }, someone),
      client('GET /admin/safety', {}, someone),
      client('PATCH /admin/safety', { body }, someone),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 5 }, () => status));
  }
});

it('SV-105: a full list accepts no more words, even concurrently', async () => {
  const fixture = await startSafety({});
  const { database, admin } = fixture;
  const ada = await admin();
  await sql`
    INSERT INTO listed_words (id, word, folded, action, added_by)
    SELECT lpad(to_hex(n), 24, '0'), 'full ' || n, 'full ' || n, 'refuse', (SELECT max(id) FROM users)
    FROM generate_series(1, ${WORDS_MAX - 2}::int) AS n`.execute(database.db);
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(fixture, ada, freshWord())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.error.code).toBe('words_full');
});

it('SV-105: an admin sets the limits of new accounts within bounds, and the change is audited', async () => {
  const { client, database, admin } = await startSafety({});
  const ada = await admin();
  const defaults = { new_account_hours: 72, first_contacts_per_day: 20, plain_links: true };
  expect((await client('GET /admin/safety', {}, ada)).data.settings).toEqual(defaults);
  const body = { new_account_hours: 24, first_contacts_per_day: 5, plain_links: false };
  const changed = await client('PATCH /admin/safety', { body }, ada);
  expect(changed.data.settings).toEqual(body);
  expect((await client('GET /admin/safety', {}, ada)).data.settings).toEqual(body);
  for (const wrong of [
    { new_account_hours: -1 },
    { new_account_hours: 721 },
    { first_contacts_per_day: 0 },
  ]) {
    const refused = await client('PATCH /admin/safety', { body: { ...body, ...wrong } }, ada);
    expect(refused.status).toBe(422);
  }
  const { rows } = await sql<{ details: string }>`
    SELECT details::text AS details FROM audit_entries WHERE action = 'safety_changed'`.execute(database.db);
  expect(rows.map(({ details }): unknown => JSON.parse(details))).toEqual([body]);
});

it('SV-105: hits of a word are counted', async () => {
  const { list, admin, roomOf, connect, wordOf } = await startSafety();
  const word = freshWord();
  const wordId = await list(word, 'review');
  const { creator, groupId } = await roomOf(0);
  const room = await connect(creator, groupId);
  await room.send(`one ${word} and ${word}`);
  await room.send('none');
  await room.send(word.toUpperCase());
  const ada = await admin();
  await expect.poll(async () => (await wordOf(ada, wordId))?.hits).toBe(2);
});

it('SV-105: a change reaches every node within seconds', async () => {
  const { list, person, startSecondNode, client } = await startSafety();
  const there = await startSecondNode();
  const [ann, word] = [await person(), freshWord()];
  const create = (call: typeof client) =>
    call('POST /groupchat/groups/create', { body: { name: `${word} ${freshWord()}` } }, ann);
  expect((await create(there.client)).status).toBe(201);
  await list(word, 'refuse');
  expect((await create(client)).status).toBe(400);
  await expect.poll(async () => (await create(there.client)).status).toBe(400);
});
