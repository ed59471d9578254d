import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Tx } from '../../platform/database/index.ts';
import { members } from './index.ts';
import { addPeople, conversationOf, draftOf, openConversation, startKernel } from './messages.fixture.ts';
import { readMessages } from './messages.repository.ts';

const block = (db: Database['db'] | Tx, blocker: number, blocked: number) =>
  sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocker}, ${blocked})`.execute(db);

it('R-07: a commit returns the users from whom its messages are hidden, in both directions', async () => {
  const { database, appender } = await startKernel();
  const [ann = 0, bob = 0, eve = 0, zed = 0] = await addPeople(database, 4);
  const room = await openConversation(database, [ann, bob, eve, zed]);
  await block(database.db, ann, bob);
  await block(database.db, eve, ann);
  const hiddenFrom = async (sender: number) => {
    const result = await appender.append(draftOf(room, sender, `of ${sender}`), '');
    return 'hiddenFrom' in result ? result.hiddenFrom?.toSorted((one, other) => one - other) : result;
  };
  expect(await hiddenFrom(ann)).toEqual([bob, eve]);
  expect(await hiddenFrom(bob)).toEqual([ann]);
  expect(await hiddenFrom(eve)).toEqual([ann]);
  expect(await hiddenFrom(zed)).toBeUndefined();
});

it('R-07, X-35: a whisper that names a blocked user is not stored, whatever other users it names', async () => {
  const { database, appender, flushes } = await startKernel();
  const [ann = 0, bob = 0, eve = 0] = await addPeople(database, 3);
  const room = await openConversation(database, [ann, bob, eve]);
  await block(database.db, ann, bob);
  const whisper = (sender: number, recipientIds: number[], id: string) =>
    appender.append({ ...draftOf(room, sender, id), recipientIds }, '');
  expect(await whisper(ann, [bob], 'a')).toEqual({ status: 'blocked' });
  expect(await whisper(bob, [eve, ann], 'b')).toEqual({ status: 'blocked' });
  expect(await whisper(bob, [eve], 'c')).toMatchObject({ status: 'stored', sequence: 1 });
  expect(flushes.flat()).toHaveLength(1);
});

it('R-07: while a block is being created, no message of the two is stored in a shared conversation; they are checked afterwards', async () => {
  const { database, appender } = await startKernel();
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const rooms = await Promise.all([1, 2].map(() => openConversation(database, [ann, bob])));
  const sends = await database.transaction(async (tx) => {
    await block(tx, ann, bob);
    await members.lockShared(tx, ann, bob);
    const sent = rooms.map((room) => appender.append(draftOf(room, bob, 'meanwhile'), ''));
    // Enough time for a message that does not wait for a lock.
    for (let n = 0; n < 20; n += 1) await sql`SELECT pg_sleep(0.005)`.execute(tx);
    const { rows } = await sql`SELECT FROM messages WHERE conversation_id = ANY (${rooms})`.execute(tx);
    expect(rows).toHaveLength(0);
    return sent;
  });
  for (const result of await Promise.all(sends)) expect(result).toMatchObject({ hiddenFrom: [ann] });
});

it('R-14: a page of a long conversation reads only the messages that it returns, and those skipped because of a block', async () => {
  const { database, room, ann, bob, eve } = await conversationOf(0);
  await sql`
    INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
    SELECT ${room}, n, CASE WHEN n % 5 = 0 THEN ${bob}::bigint ELSE ${eve}::bigint END, 'said ' || n,
      '2026-01-01'::timestamptz + n * interval '1 second'
    FROM generate_series(1, 20000) AS n`.execute(database.db);
  await sql`UPDATE conversations SET last_sequence = 20000 WHERE id = ${room}`.execute(database.db);
  for (const stranger of await addPeople(database, 50)) await block(database.db, ann, stranger);
  await sql`ANALYZE messages, blocks`.execute(database.db);
  const pageOf = (afterSequence?: number) =>
    database.transaction(async (tx) => {
      const page = { conversationId: room, viewerId: ann, limit: 50, clearedTo: 0, afterSequence };
      const found = await readMessages(tx, page);
      const { rows } = await sql<{ rows_read: number }>`
        SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS rows_read
        FROM pg_stat_xact_user_tables WHERE relname ~ '^messages(_p[0-9]+)?$'`.execute(tx);
      return { senders: new Set(found.map(({ senderId }) => senderId)), rowsRead: rows[0]?.rows_read };
    });
  const whole = await pageOf();
  expect([whole.senders, whole.rowsRead]).toEqual([new Set([bob, eve]), expect.toSatisfy(isAboutOnePage)]);
  await block(database.db, bob, ann);
  for (const page of [await pageOf(), await pageOf(5000)])
    expect([page.senders, page.rowsRead]).toEqual([new Set([eve]), expect.toSatisfy(isAboutOnePage)]);
});

/**
 * Returns whether about one page of the 20,000 messages was read; the engines also count some rows of preceding
 * statements.
 */
const isAboutOnePage = (rowsRead: number) => rowsRead >= 50 && rowsRead < 500;
