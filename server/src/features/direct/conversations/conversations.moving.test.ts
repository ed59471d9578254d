import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startLists } from '../lists.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';

/**
 * Creates a user who received one message each from many users, a second apart; they are named `<name>1`, `<name>2`, …
 */
async function startPopular(count: number, name: string) {
  const lists = await startLists();
  const { database, person, idOf } = lists;
  const reader = await person();
  const readerId = await idOf(reader);
  await sql`
    WITH writer AS (
      INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
      SELECT ${name}::text || n, 'One of many', true, '1990-01-01', 'male', 'UK', 'Wales'
      FROM generate_series(1, ${count}::integer) AS n ORDER BY n RETURNING id, substr(username, ${name.length + 1})::int AS n
    ), opened AS (
      INSERT INTO conversations (kind, last_sequence, last_message_at)
      SELECT 'direct', 1, now() - make_interval(secs => 120 + n) FROM writer ORDER BY n RETURNING id, last_message_at
    ), placed AS (
      SELECT opened.id, opened.last_message_at, writer.id AS writer_id FROM
        (SELECT *, row_number() OVER (ORDER BY last_message_at DESC) AS n FROM opened) opened JOIN writer USING (n)
    ), paired AS (
      INSERT INTO direct_conversations (conversation_id, low_id, high_id, accepted_by_low, accepted_by_high)
      SELECT id, least(writer_id, ${readerId}), greatest(writer_id, ${readerId}), true, true FROM placed
    ), joined AS (
      INSERT INTO conversation_members (conversation_id, user_id)
      SELECT id, unnest(ARRAY[writer_id, ${readerId}]) FROM placed
    )
    INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
    SELECT id, 1, writer_id, 'hello', last_message_at FROM placed`.execute(database.db);

  /** Sends another message from some of them. */
  async function write(numbers: readonly number[]): Promise<void> {
    await sql`
      WITH head AS (
        UPDATE conversations SET last_sequence = last_sequence + 1, last_message_at = clock_timestamp()
        FROM users writer JOIN conversation_members member ON member.user_id = writer.id
        WHERE conversations.id = member.conversation_id AND writer.username = ANY (${numbers.map((n) => `${name}${n}`)})
        RETURNING conversations.id, last_sequence, last_message_at, writer.id AS writer_id
      )
      INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
      SELECT id, last_sequence, writer_id, 'again', last_message_at FROM head`.execute(database.db);
  }

  /** Deletes the second message of some of them. */
  async function takeBack(numbers: readonly number[]): Promise<void> {
    await sql`
      WITH gone AS (
        UPDATE messages SET deleted_at = clock_timestamp() FROM users writer
        WHERE writer.id = messages.sender_id AND messages.sequence = 2
          AND writer.username = ANY (${numbers.map((n) => `${name}${n}`)})
        RETURNING messages.conversation_id
      )
      UPDATE conversations SET revision = revision + 1 FROM gone WHERE conversations.id = gone.conversation_id
    `.execute(database.db);
  }

  /** Returns all entries of the list, page by page; `between` runs before each further page. */
  async function listAll(limit: string, between: (page: number) => Promise<void>): Promise<string[]> {
    const found: string[] = [];
    let last: string | null = null;
    for (let page = 1; page === 1 || last !== null; page += 1) {
      const { data }: Awaited<ReturnType<typeof lists.conversations>> = await lists.conversations(reader, {
        limit,
        ...(last !== null && { last_id: last }),
      });
      found.push(...data.conversations.map((entry) => entry.username));
      last = data.next_last_id;
      if (last !== null) await between(page);
    }
    return found;
  }

  return { ...lists, reader, write, takeBack, listAll };
}

const MANY = volume(800, 10_000);

it(`SV-40: shows each of ${MANY} conversations once, while messages arrive in some of them`, async () => {
  const { write, listAll, say, person, reader } = await startPopular(MANY, 'pen-');
  const stranger = await person();
  const found = await listAll('100', async (page) => {
    await write([page * 99, MANY - page * 37, MANY / 2]);
    if (page === 3) await say(stranger, reader, 'a new conversation');
  });
  expect(found).toEqual(Array.from({ length: MANY }, (_, index) => `pen-${index + 1}`));
}, 120_000);

it(`SV-40: shows each of ${MANY} conversations once, while their newest messages are deleted`, async () => {
  const { write, takeBack, listAll } = await startPopular(MANY, 'ink-');
  // They are at the top, and without their last message they would be far below.
  const busy = Array.from({ length: MANY / 100 }, (_, index) => MANY - 10 - index * 60);
  for (const n of busy) await write([n]);
  const found = await listAll('100', async (page) => {
    if (page <= busy.length) await takeBack([busy[page - 1] ?? 0]);
    // These move within the list.
    await write([page * 99]);
    await takeBack([page * 99]);
  });
  const rest = Array.from({ length: MANY }, (_, index) => index + 1).filter((n) => !busy.includes(n));
  expect(found).toEqual([...busy.toReversed(), ...rest].map((n) => `ink-${n}`));
}, 120_000);

it('SV-40: neither loses nor repeats a conversation when messages are deleted while the list is read', async () => {
  const { write, listAll, database } = await startPopular(9, 'rubber-');
  await write([2]);
  const found = await listAll('3', async (page) => {
    if (page > 1) return;
    // The newest message of the second conversation, which was listed, and the only one of the eighth, which was not.
    await sql`
      UPDATE messages SET deleted_at = clock_timestamp() FROM users writer
      WHERE writer.id = messages.sender_id AND (
        writer.username = 'rubber-2' AND messages.sequence = 2 OR writer.username = 'rubber-8'
      )`.execute(database.db);
    await sql`
      UPDATE conversations SET revision = revision + 1 FROM messages gone
      WHERE gone.conversation_id = conversations.id AND gone.deleted_at IS NOT NULL`.execute(database.db);
  });
  expect(found).toEqual([2, 1, 3, 4, 5, 6, 7, 9].map((n) => `rubber-${n}`));
});

// The embedded engine has one session: it has no concurrent transactions.
it.runIf(process.env['TEST_DATABASE_URL'])(
  'SV-40: a message whose transaction is open while the list is opened does not change the list',
  async () => {
    const { write, listAll, database } = await startPopular(6, 'halfway-');
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isThere, resolve: there } = Promise.withResolvers<void>();
    const storing = database.transaction(async (tx) => {
      await sql`
        INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
        SELECT conversation_id, 2, sender_id, 'dated before the list', clock_timestamp()
        FROM messages JOIN users ON users.id = sender_id WHERE username = 'halfway-5'`.execute(tx);
      await sql`
        UPDATE conversations SET last_sequence = 2, last_message_at = clock_timestamp() FROM messages
        WHERE messages.conversation_id = conversations.id AND messages.sequence = 2
          AND messages.content = 'dated before the list'`.execute(tx);
      there();
      await isRead;
    });
    await isThere;
    await write([]);
    const found = await listAll('2', async (page) => {
      if (page > 1) return;
      goOn();
      await storing;
    });
    expect(found).toEqual([1, 2, 3, 4, 5, 6].map((n) => `halfway-${n}`));
  },
);
