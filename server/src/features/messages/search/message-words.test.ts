import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../../platform/database/index.ts';
import {
  addPeople,
  conversationOf,
  draftOf,
  openConversation,
  startKernel,
  upTo,
} from '../messages.fixture.ts';
import { replaceText } from '../edits/edits.repository.ts';
import { blank } from '../retention/purge.repository.ts';
import { addMissingWords, indexMessages } from './message-words.repository.ts';

/** Returns the words of a message, without those of filters. */
async function wordsOf(database: Database, conversationId: number, sequence: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM message_words
    WHERE conversation_id = ${conversationId} AND sequence_at(slice, place) = ${sequence} AND word !~ '^[@#]'
    ORDER BY word`.execute(database.db);
  return rows.map(({ word }) => word);
}

/** Waits until all messages have their words. */
async function whenWorded(database: Database): Promise<void> {
  await expect
    .poll(async () => (await sql`SELECT FROM unworded_messages`.execute(database.db)).rows.length, {
      interval: 5,
    })
    .toBe(0);
}

const countOf = async (database: Database, conversationId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM message_words WHERE conversation_id = ${conversationId}`.execute(database.db);
  return rows[0]?.count ?? 0;
};

it('SR-01: a message has its words right after its commit, and a repeated one adds none', async () => {
  const { appender, database, room, ann } = await conversationOf(0);
  const draft = { ...draftOf(room, ann, 'once'), content: 'Café, café https://a.example' };
  await appender.append(draft, '');
  await appender.append(draft, '');
  await whenWorded(database);
  expect(await wordsOf(database, room, 1)).toEqual(['a', 'cafe', 'example', 'https']);
  expect(await countOf(database, room)).toBe(6);
});

it('SR-01: an edited message has the words of its new text, in the transaction of the edit', async () => {
  const { appender, database, room, ann } = await conversationOf(0);
  await appender.append({ ...draftOf(room, ann, 'a'), content: 'tea at seven' }, '');
  await whenWorded(database);
  const before = { senderId: ann, content: 'tea at seven' };
  const after = { senderId: ann, content: 'tea at eight https://tea.example' };
  const edit = { conversationId: room, sequence: 1, before, after };
  await expect(
    database.transaction(async (tx) => {
      await indexMessages(tx, [edit]);
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  expect(await wordsOf(database, room, 1)).toEqual(['at', 'seven', 'tea']);
  await database.transaction((tx) => indexMessages(tx, [edit]));
  expect(await wordsOf(database, room, 1)).toEqual(['at', 'eight', 'example', 'https', 'tea']);
});

it('SR-01, SV-104: with the content of a message, its words are removed', async () => {
  const { database, room } = await conversationOf(3);
  await whenWorded(database);
  await database.transaction((tx) =>
    blank(
      tx,
      [1, 3].map((sequence) => ({ conversationId: room, sequence })),
    ),
  );
  const rest = await wordsOf(database, room, 2);
  expect(rest).toEqual(['m2', 'of', 'words']);
  expect(await countOf(database, room)).toBe(4);
});

it('SR-01: messages of the previous version get their words from the job, in parts', async () => {
  const { database } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  await sql`DELETE FROM unworded_messages`.execute(database.db);
  for (const content of ['one lemon', 'two lemons', 'three limes'])
    await sql`
      SELECT status FROM append_messages(
        ARRAY[${room}]::bigint[], ARRAY[${ann}]::bigint[], ARRAY[NULL]::text[], ARRAY[${content}]::text[],
        '{}', '{}', '{}', '{}')`.execute(database.db);
  await sql`
    UPDATE messages SET deleted_at = now() WHERE conversation_id = ${room} AND sequence = 3`.execute(
    database.db,
  );
  expect(await countOf(database, room)).toBe(0);
  const next = () => database.transaction((tx) => addMissingWords(tx, 1));
  expect(await next()).toBe(1);
  expect(await wordsOf(database, room, 3)).toEqual([]);
  expect(await next()).toBe(1);
  expect(await wordsOf(database, room, 2)).toEqual(['lemons', 'two']);
  expect(await wordsOf(database, room, 1)).toEqual([]);
  while ((await next()) > 0);
  expect(await wordsOf(database, room, 1)).toEqual(['lemon', 'one']);
});

it('SR-01: a long run of messages gets its words in parts, the newest first, also those that have some', async () => {
  const { database, room, ann } = await conversationOf(7);
  await whenWorded(database);
  const { rows } = await sql`SELECT * FROM message_words WHERE conversation_id = ${room}`.execute(
    database.db,
  );
  await sql`DELETE FROM message_words WHERE conversation_id = ${room} AND sequence_at(slice, place) <> 5`.execute(
    database.db,
  );
  await sql`INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence) VALUES (${room}, 1, 7)`.execute(
    database.db,
  );
  const next = (isRetry: boolean) => database.transaction((tx) => addMissingWords(tx, 3, isRetry));
  // A word that is there already fails the transaction, and nothing is lost.
  await expect(next(false)).rejects.toThrow('duplicate key');
  expect(await next(true)).toBe(3);
  expect(await wordsOf(database, room, 4)).toEqual([]);
  expect(await wordsOf(database, room, 7)).toEqual(['m7', 'of', 'words']);
  expect([await next(true), await next(true), await next(true)]).toEqual([3, 1, 0]);
  expect(await countOf(database, room)).toBe(rows.length);
  expect(rows.length).toBe(7 * ['m', 'of', 'words', `@${ann}`].length);
});

it('SR-01: 100 messages that are edited or emptied right after their commit end with the words of their last text', async () => {
  const { appender, database, room, ann } = await conversationOf(0);
  const race = async (n: number): Promise<void> => {
    const content = `first ${n} https://tea.example`;
    const result = await appender.append({ ...draftOf(room, ann, `race ${n}`), content }, '');
    if (result.status !== 'stored') throw new Error(result.status);
    const { sequence } = result;
    const [before, after] = [content, `second ${n}`].map((text) => ({ senderId: ann, content: text }));
    if (!before || !after) return;
    await database.transaction(async (tx) => {
      if (n % 4 === 0) return void (await blank(tx, [{ conversationId: room, sequence }]));
      await replaceText(
        tx,
        { conversationId: room, sequence },
        { content: after.content, mentionIds: [], key: null },
      );
      await indexMessages(tx, [{ conversationId: room, sequence, before, after }]);
    });
  };
  for (const start of [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
    await Promise.all(upTo(start + 1, start + 10).map(race));
  await whenWorded(database);
  const { rows } = await sql<{ content: string; words: string[] }>`
    SELECT m.content, ARRAY(
      SELECT word FROM message_words
      WHERE conversation_id = m.conversation_id AND sequence_at(slice, place) = m.sequence AND word !~ '^@' ORDER BY word
    ) AS words
    FROM messages m WHERE m.conversation_id = ${room}`.execute(database.db);
  expect(rows).toHaveLength(100);
  for (const { content, words } of rows)
    expect(words).toEqual(content === '' ? [] : content.split(' ').toSorted());
});
