import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import type { Database } from '../../platform/database/index.ts';
import { createMessages, deletions, members } from './index.ts';
import { conversationOf, draftOf, PLAIN_EDITS, upTo } from './messages.fixture.ts';

/** Deletes as the features do: under the conversation's lock, in one transaction. */
function remove(database: Database, conversationId: number, sequences: readonly number[], deletedBy = 1) {
  return database.transaction(async (tx) => {
    await members.lockHeads(tx, [conversationId]);
    return deletions.markDeleted(tx, { conversationId, sequences, deletedBy });
  });
}

function clear(database: Database, conversationId: number) {
  return database.transaction(async (tx) => {
    await members.lockHeads(tx, [conversationId]);
    return deletions.clear(tx, conversationId);
  });
}

it('Q-06, R-04: deletions after a revision are returned to clients that missed them', async () => {
  const { database, room, read } = await conversationOf(9);
  expect(await remove(database, room, [2, 3])).toEqual({ revision: 1, clearedTo: 0 });
  expect(await remove(database, room, [7])).toEqual({ revision: 2, clearedTo: 0 });
  expect(await read({ afterRevision: 0 })).toMatchObject({ revision: 2, deletedSequences: [2, 3, 7] });
  expect(await read({ afterRevision: 1 })).toMatchObject({ revision: 2, deletedSequences: [7] });
  expect(await read({ afterRevision: 2 })).toMatchObject({ revision: 2, deletedSequences: [] });
  expect(await read({})).toMatchObject({ revision: 2, deletedSequences: [] });
  const { messages } = await read({});
  expect(messages.filter((message) => message.isDeleted).map((message) => message.sequence)).toEqual([
    2, 3, 7,
  ]);
});

it('X-35: the deletion of a whisper is not visible to other members', async () => {
  const { database, appender, room, ann, bob, eve, read } = await conversationOf(1);
  await appender.append({ ...draftOf(room, ann, 'secret'), recipientIds: [bob] }, '');
  await remove(database, room, [1, 2]);
  expect(await read({ viewerId: bob, afterRevision: 0 })).toMatchObject({ deletedSequences: [1, 2] });
  expect(await read({ viewerId: eve, afterRevision: 0 })).toMatchObject({
    revision: 1,
    deletedSequences: [1],
  });
});

it('R-04: more deletions than fit one response are returned in several, without a loss', async () => {
  const { database, room, read } = await conversationOf(620);
  for (let first = 1; first <= 620; first += 62) await remove(database, room, upTo(first, first + 61));
  const told: number[] = [];
  let revision = 0;
  for (let answers = 0; revision < 10; answers += 1) {
    expect(answers).toBeLessThan(3);
    const page = await read({ afterRevision: revision, afterSequence: 620 });
    told.push(...page.deletedSequences);
    revision = page.revision;
  }
  expect(told).toEqual(upTo(1, 620));
});

it('Q-07: after everything was deleted the history is empty, and earlier deletions are not counted again', async () => {
  const { database, appender, room, ann, read } = await conversationOf(60);
  await remove(database, room, [5, 6]);
  expect(await clear(database, room)).toEqual({ revision: 2, clearedTo: 60, count: 58 });
  const empty = { messages: [], hasMore: false, lastSequence: 60, clearedTo: 60 };
  expect(await read({})).toMatchObject(empty);
  expect(await read({ afterSequence: 3, afterRevision: 0 })).toMatchObject({
    ...empty,
    deletedSequences: [],
  });
  for (const n of upTo(61, 64)) await appender.append(draftOf(room, ann, `m${n}`), '');
  const newest = await read({ limit: 3 });
  expect([newest.messages.map((message) => message.sequence), newest.hasMore]).toEqual([[62, 63, 64], true]);
  const before = new Date(newest.messages[0]?.createdAt ?? 0);
  const older = await read({ before, limit: 3 });
  expect([older.messages.map((message) => message.sequence), older.hasMore]).toEqual([[61], false]);
  const behind = await read({ afterSequence: 2, limit: 2 });
  expect([behind.messages.map((message) => message.sequence), behind.hasMore]).toEqual([[61, 62], true]);
  await remove(database, room, [62]);
  expect(await clear(database, room)).toEqual({ revision: 4, clearedTo: 64, count: 3 });
});

it('R-03: a retry of a message that was deleted meanwhile is acknowledged with its first sequence', async () => {
  const { database, appender, room, ann } = await conversationOf(2);
  await remove(database, room, [1]);
  expect(await appender.append(draftOf(room, ann, 'm1'), '')).toMatchObject({
    status: 'repeated',
    sequence: 1,
  });
  await clear(database, room);
  expect(await appender.repeat(draftOf(room, ann, 'm2'), '')).toMatchObject({
    status: 'repeated',
    sequence: 2,
  });
});

it('R-02: with concurrent deletions and messages, each deletion gets the next revision and each message its sequence', async () => {
  const { database, appender, room, ann, read } = await conversationOf(40);
  const results = await Promise.all(
    upTo(1, 40).flatMap((n) => [
      remove(database, room, [n]),
      appender.append(draftOf(room, ann, `late ${n}`), ''),
    ]),
  );
  const revisions = results.flatMap((result) => ('revision' in result ? [result.revision] : []));
  expect(revisions.toSorted((a, b) => a - b)).toEqual(upTo(1, 40));
  const page = await read({ limit: 100, afterSequence: 0, afterRevision: 0 });
  expect(page.messages.map((message) => message.sequence)).toEqual(upTo(1, 80));
  expect(page.deletedSequences.toSorted((a, b) => a - b)).toEqual(upTo(1, 40));
  expect(page.revision).toBe(40);
});

it('GC-69: a poll without changes reads only the head of the conversation', async () => {
  const { database, room, ann } = await conversationOf(5);
  await remove(database, room, [1]);
  const statements: string[] = [];
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const messages = createMessages({
    database: { ...database, db },
    logger: silentLogger,
    edits: PLAIN_EDITS,
    draftChanged: () => undefined,
    muteChanged: () => undefined,
  });
  const poll = (afterSequence: number, afterRevision: number) => {
    statements.length = 0;
    return messages.history({ conversationId: room, viewerId: ann, limit: 50, afterSequence, afterRevision });
  };
  await poll(5, 1);
  expect(statements).toHaveLength(1);
  expect(statements[0]).toContain('FROM conversations');
  expect(statements[0]).not.toMatch(/messages|conversation_changes/);
  await poll(4, 1);
  expect(statements).toHaveLength(2);
  await poll(4, 0);
  expect(statements).toHaveLength(3);
});

it('SV-37: deleted messages stay stored with the user who deleted them, for reports', async () => {
  const { database, room, bob } = await conversationOf(1);
  await remove(database, room, [1], bob);
  const { rows } = await sql<{ content: string; deleted_by: number }>`
    SELECT content, deleted_by FROM messages WHERE conversation_id = ${room}`.execute(database.db);
  expect(rows).toEqual([{ content: 'words of m1', deleted_by: bob }]);
});
