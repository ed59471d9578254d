import * as fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { addPeople, draftOf, openConversation, startKernel } from './messages.fixture.ts';
import { createWriterConnection } from './writer-connection.repository.ts';
import { createMessageWriter } from './message-writer.service.ts';
import type { AppendResult, Draft } from './index.ts';

type Placed = Extract<AppendResult, { sequence: number }>;

function placed(result: AppendResult): Placed {
  if (result.status === 'stored' || result.status === 'repeated') return result;
  throw new Error(`was not stored: ${result.status}`);
}

it('R-02, R-03, SV-102: in any interleaving each message is stored once, without gaps, with increasing timestamps, and retries return the same', async () => {
  const { database, appender, flushes } = await startKernel();
  const people = await addPeople(database, 6);
  const send = fc.record({ room: fc.nat(2), sender: fc.nat(5), id: fc.nat(9), waits: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(send, { minLength: 1, maxLength: 120 }), async (sends) => {
      flushes.length = 0;
      const rooms = await Promise.all([1, 2, 3].map(() => openConversation(database, people)));
      const answers = new Map<string, Promise<AppendResult>[]>();
      for (const { room, sender, id, waits } of sends) {
        const answer = appender.append(draftOf(rooms[room] ?? 0, people[sender] ?? 0, `m${id}`), '');
        const key = `${room} ${sender} ${id}`;
        answers.set(key, [...(answers.get(key) ?? []), answer]);
        if (waits) await answer;
      }
      for (const repeated of answers.values()) {
        const results = (await Promise.all(repeated)).map(placed);
        expect(results.filter((result) => result.status === 'stored')).toHaveLength(1);
        expect(new Set(results.map((result) => `${result.sequence} ${result.createdAt}`)).size).toBe(1);
      }
      for (const room of rooms) {
        const { rows } = await sql<{ sequence: number; created_at: Date }>`
          SELECT sequence, created_at FROM messages WHERE conversation_id = ${room} ORDER BY sequence`.execute(
          database.db,
        );
        expect(rows.map((row) => row.sequence)).toEqual(rows.map((_row, index) => index + 1));
        const times = rows.map((row) => row.created_at.getTime());
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        const published = flushes.flat().filter((message) => message.draft.conversationId === room);
        const fresh = published.filter((message) => message.status === 'stored');
        expect(fresh.map((message) => message.sequence)).toEqual(rows.map((row) => row.sequence));
        expect(fresh.map((message) => message.createdAt)).toEqual(times);
      }
      const stored = await sql`SELECT FROM messages WHERE conversation_id = ANY (${rooms})`.execute(
        database.db,
      );
      expect(stored.rows).toHaveLength(answers.size);
      expect(flushes.flat()).toHaveLength(sends.length);
    }),
    { numRuns: 15 },
  );
});

it('R-01: messages that arrive during a commit share the next one', async () => {
  const { database, appender, flushes } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  await appender.append(draftOf(room, ann, 'first'), '');
  await Promise.all(
    Array.from({ length: 1200 }, (_, index) => appender.append(draftOf(room, ann, `m${index}`), '')),
  );
  expect(flushes.map((batch) => batch.length)).toEqual([1, 500, 500, 200]);
  expect(flushes.flat().map((message) => message.sequence)).toEqual(
    Array.from({ length: 1201 }, (_, index) => index + 1),
  );
});

it('R-07: refuses non-members and unknown conversations, and stores the rest of the batch; system messages are accepted', async () => {
  const { database, appender, flushes } = await startKernel();
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const room = await openConversation(database, [ann]);
  const results = await Promise.all([
    appender.append(draftOf(room, bob, 'a'), ''),
    appender.append(draftOf(room, ann, 'a'), ''),
    appender.append(draftOf(room + 1000, ann, 'a'), ''),
    appender.append(draftOf(room, null, null), ''),
    appender.append(draftOf(room, ann, null), ''),
    appender.append(draftOf(room, ann, null), ''),
  ]);
  expect(results.map((result) => result.status)).toEqual([
    'not_a_member',
    'stored',
    'no_conversation',
    'stored',
    'stored',
    'stored',
  ]);
  expect(flushes.flat().map((message) => message.sequence)).toEqual([1, 2, 3, 4]);
});

it('R-01: a failed batch publishes nothing, and the same messages can be retried', async () => {
  const { database, appender, flushes } = await startKernel();
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const room = await openConversation(database, [ann, bob]);
  await sql`ALTER TABLE messages ADD CONSTRAINT planted CHECK (content <> 'words of poison')`.execute(
    database.db,
  );
  const drafts = [draftOf(room, ann, 'one'), draftOf(room, bob, 'poison'), draftOf(room, ann, 'two')];
  const failures = await Promise.allSettled(drafts.map((draft) => appender.append(draft, '')));
  for (const failure of failures) {
    expect(failure).toMatchObject({ status: 'rejected', reason: { code: 'message_not_sent', status: 503 } });
  }
  expect(flushes).toEqual([]);
  await sql`ALTER TABLE messages DROP CONSTRAINT planted`.execute(database.db);
  const results = await Promise.all(drafts.map((draft) => appender.append(draft, '')));
  expect(results).toMatchObject([1, 2, 3].map((sequence) => ({ status: 'stored', sequence })));
  expect(flushes.flat()).toHaveLength(3);
});

it('R-03: a retry of a message with an unknown commit result is acknowledged with its first sequence', async () => {
  const { database } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  const connection = createWriterConnection(database.pool, silentLogger);
  let isResultLost = true;
  const append = async (drafts: readonly Draft[]) => {
    const results = await connection.append(drafts);
    if (isResultLost) throw new Error('the connection was lost after the commit');
    return results;
  };
  const writer = createMessageWriter({ append, onFlushed: [], logger: silentLogger });
  const send = () =>
    new Promise<AppendResult>((settle, fail) => writer.enqueue(draftOf(room, ann, 'a'), { settle, fail }));
  await expect(send()).rejects.toBeInstanceOf(AppError);
  isResultLost = false;
  expect(await send()).toMatchObject({ status: 'repeated', sequence: 1 });
  connection.close();
});

it('refuses messages beyond the limit of its queue', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const append = async (drafts: readonly Draft[]): Promise<AppendResult[]> => {
    await released;
    return drafts.map((_draft, index) => ({
      status: 'stored',
      sequence: index + 1,
      createdAt: 0,
      hiddenFrom: null,
      quote: null,
      hadDraft: false,
    }));
  };
  const writer = createMessageWriter({ append, onFlushed: [], logger: silentLogger, maxWaiting: 2 });
  const send = (id: string) =>
    new Promise<AppendResult>((settle, fail) => writer.enqueue(draftOf(1, 1, id), { settle, fail }));
  const accepted = [send('a'), send('b')];
  await expect(send('c')).rejects.toMatchObject({ code: 'message_not_sent' });
  release();
  expect(await Promise.all(accepted)).toMatchObject([{ status: 'stored' }, { status: 'stored' }]);
});

it('stores a text with NUL and a lone surrogate without failing its batch', async () => {
  const { database, appender, messages } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  const odd = { ...draftOf(room, ann, 'a\0b'), content: 'x\0y\ud800z' };
  const [first] = await Promise.all([
    appender.append(odd, ''),
    appender.append(draftOf(room, ann, 'plain'), ''),
  ]);
  expect(first).toMatchObject({ status: 'stored' });
  const { messages: read } = await messages.history({ conversationId: room, viewerId: ann, limit: 10 });
  expect(read.map((message) => message.content)).toEqual(['xy\ufffdz', 'words of plain']);
});

it('R-03: a retry of a waiting or stored message returns the first result and is not stored again', async () => {
  const { database, appender, flushes } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  const draft = draftOf(room, ann, 'a');
  expect(await appender.repeat(draft, '')).toBeUndefined();
  const first = appender.append(draft, 'first');
  const waiting = appender.repeat(draft, 'second');
  const { sequence, createdAt } = placed(await first);
  expect(await waiting).toEqual({
    status: 'repeated',
    hiddenFrom: null,
    quote: null,
    hadDraft: false,
    sequence,
    createdAt,
  });
  expect(await appender.repeat(draft, 'third')).toEqual({
    status: 'repeated',
    hiddenFrom: null,
    quote: null,
    hadDraft: false,
    sequence,
    createdAt,
  });
  expect(flushes.flat().map((message) => [message.context, message.status])).toEqual([
    ['first', 'stored'],
    ['second', 'repeated'],
    ['third', 'repeated'],
  ]);
});

it('R-03: a lost database connection of the writer is replaced, and the message can be retried', async () => {
  const { database } = await startKernel();
  const [ann = 0] = await addPeople(database, 1);
  const room = await openConversation(database, [ann]);
  const connection = createWriterConnection(database.pool, silentLogger);
  const { promise: acquired, resolve: onAcquire } = Promise.withResolvers<pg.PoolClient>();
  database.pool.once('acquire', onAcquire);
  await connection.append([draftOf(room, ann, 'before')]);
  await (await acquired).end();
  await expect(connection.append([draftOf(room, ann, 'after')])).rejects.toThrow(/closed|terminated/);
  expect(await connection.append([draftOf(room, ann, 'after')])).toMatchObject([
    { status: 'stored', sequence: 2 },
  ]);
  connection.close();
});

it('two writers, as on two nodes, share one order without gaps', async () => {
  const { database, appender } = await startKernel();
  const people = await addPeople(database, 4);
  const rooms = [await openConversation(database, people), await openConversation(database, people)];
  const connection = createWriterConnection(database.pool, silentLogger);
  const other = createMessageWriter({ append: connection.append, onFlushed: [], logger: silentLogger });
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const draft = draftOf(rooms[index % 2] ?? 0, people[index % 4] ?? 0, `m${index}`);
      if (index % 3 === 0) return appender.append(draft, '');
      return new Promise<AppendResult>((settle, fail) => other.enqueue(draft, { settle, fail }));
    }),
  );
  for (const side of [0, 1]) {
    const sequences = results
      .filter((_result, index) => index % 2 === side)
      .map((result) => placed(result).sequence);
    expect(sequences.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  }
  connection.close();
});
