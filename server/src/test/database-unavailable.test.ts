import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually, startRooms } from '../features/rooms/rooms.fixture.ts';
import { openDatabaseBehindProxy } from './database-behind-proxy.fixture.ts';

const runsOnPostgres = Boolean(process.env['TEST_DATABASE_URL']);
/** Duration of the outage; the manual drill uses 30 s. */
const OUTAGE_MS = Number(process.env['AWAY_SECONDS'] ?? 5) * 1_000;
/** The limit of "a few seconds", with a margin for a loaded machine. */
const ANSWERED_WITHIN_MS = 15_000;
const WARN = 40;
const TIMEOUT_MS = 120_000 + OUTAGE_MS;

/** Starts two users who chat in a room of an application whose database is behind a TCP proxy. */
async function startChat() {
  const opened = await openDatabaseBehindProxy();
  const rooms = await startRooms(
    { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '' },
    { database: opened.database, logger: opened.logger },
  );
  const { creator, others, groupId } = await rooms.roomOf(1);
  const [other = creator] = others;
  const ann = await rooms.connect(creator, groupId);
  const bob = await rooms.connect(other, groupId);
  expect(await ann.send('before')).toMatchObject({ sequence: 1 });
  return { ...opened, ...rooms, creator, groupId, ann, bob };
}

type Chat = Awaited<ReturnType<typeof startChat>>;

/** Expects the outage behaviour: bounded responses, each with a retry time, and sockets that stay open. */
async function expectUnavailable({ creator, getRoom, groupId, ann, bob }: Chat): Promise<void> {
  const until = performance.now() + OUTAGE_MS;
  const clientMessageId = randomUUID();
  ann.socket.emit('group_message', { group_id: groupId, content: 'meanwhile', clientMessageId });
  do {
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => getRoom(creator, groupId)));
    expect(performance.now() - begun).toBeLessThan(ANSWERED_WITHIN_MS);
    for (const { status, error, headers } of answers) {
      expect({ status, code: error.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await delay(200);
  } while (performance.now() < until);
  await vi.waitFor(
    () =>
      expect(ann.errors).toContainEqual({
        code: 'unavailable',
        detail: expect.any(String),
        retry_after: expect.any(Number),
        clientMessageId,
      }),
    ANSWERED_WITHIN_MS,
  );
  expect([ann.socket.connected, bob.socket.connected]).toEqual([true, true]);
}

/** Expects full recovery: messages are confirmed and arrive, jobs run, presence works. */
async function expectWell({ client, ann, bob, mails, person, connect, join, groupId }: Chat): Promise<void> {
  // The first attempt may still meet the outage; clients retry.
  const clientMessageId = randomUUID();
  await vi.waitFor(async () => {
    expect(await ann.send('after', { clientMessageId })).toMatchObject({ sequence: expect.any(Number) });
  }, ANSWERED_WITHIN_MS);
  await eventually(() => expect(bob.messages.at(-1)?.content).toBe('after'));
  const newcomer = await person();
  await join(newcomer, groupId);
  await connect(newcomer, groupId);
  const cameOnline = { username: newcomer.username, is_online: true, last_active: expect.any(String) };
  await vi.waitFor(
    () => expect(ann.received).toContainEqual({ event: 'user_status', payload: cameOnline }),
    ANSWERED_WITHIN_MS,
  );
  const sent = mails().length;
  const email = `${randomUUID()}@example.org`;
  const { status } = await client('POST /auth/register', {
    body: {
      username: `u${randomUUID().slice(0, 12)}`,
      email,
      password: 'warm chai at dusk',
      sex: 'female',
      birth_date: '1999-05-17',
      country: 'India',
      state: 'Kerala',
    },
  });
  expect(status).toBe(201);
  await vi.waitFor(() => expect(mails().length).toBeGreaterThan(sent), ANSWERED_WITHIN_MS);
}

/** Expects one log entry at the start, one at the end, and hardly any others. */
function expectFewLines({ lines }: Chat): void {
  const loud = lines.filter(({ level }) => level >= WARN).map(({ msg }) => msg);
  expect(loud.filter((msg) => msg === 'the database is away')).toHaveLength(1);
  expect(loud.filter((msg) => msg === 'the database is back')).toHaveLength(1);
  expect(loud.length, loud.join('; ')).toBeLessThan(8);
}

describe.runIf(runsOnPostgres)('the database is unavailable', () => {
  it(
    'R-21: with refused connections every call returns 503 in time, sockets stay open, and everything recovers',
    { timeout: TIMEOUT_MS },
    async () => {
      const chat = await startChat();
      await chat.proxy.cut();
      await expectUnavailable(chat);
      await chat.proxy.restore();
      await expectWell(chat);
      expectFewLines(chat);
    },
  );

  it('R-21: the same with hanging connections', { timeout: TIMEOUT_MS }, async () => {
    const chat = await startChat();
    chat.proxy.hold();
    await expectUnavailable(chat);
    await chat.proxy.restore();
    await expectWell(chat);
    expectFewLines(chat);
  });

  it(
    'R-21: all database sessions are terminated, also within transactions',
    { timeout: TIMEOUT_MS },
    async () => {
      const chat = await startChat();
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const work = chat.database.transaction(async (tx) => {
        await sql`SELECT 1`.execute(tx);
        begun.resolve();
        await ended.promise;
        await sql`SELECT 1`.execute(tx);
      });
      await begun.promise;
      await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(chat.direct.db);
      // The connection is in use but no query waits on it: the driver's error event must have a listener.
      await delay(500);
      ended.resolve();
      await expect(work).rejects.toThrow(/terminat|not queryable/);
      await expectWell(chat);
      expect(chat.ann.socket.connected).toBe(true);
    },
  );

  it(
    'R-03: a message whose commit response was lost is not stored twice',
    { timeout: TIMEOUT_MS },
    async () => {
      const { ann, proxy, direct, groupId, creator, history } = await startChat();
      await sql`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`.execute(direct.db);
      await sql`CREATE TRIGGER dawdle AFTER INSERT ON messages EXECUTE FUNCTION dawdle()`.execute(direct.db);
      const clientMessageId = randomUUID();
      ann.socket.emit('group_message', { group_id: groupId, content: 'once', clientMessageId });
      const activeQueries = async () => {
        const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`.execute(
          direct.db,
        );
        return rows.length;
      };
      await vi.waitFor(async () => expect(await activeQueries()).toBe(1), {
        timeout: ANSWERED_WITHIN_MS,
        interval: 10,
      });
      proxy.hold();
      await vi.waitFor(() => expect(ann.errors).toMatchObject([{ code: 'unavailable', clientMessageId }]), {
        timeout: ANSWERED_WITHIN_MS,
      });
      const stored = async () => {
        const { rows } = await sql`SELECT FROM messages WHERE content = 'once'`.execute(direct.db);
        return rows.length;
      };
      expect(await stored()).toBe(1);
      await sql`DROP TRIGGER dawdle ON messages`.execute(direct.db);
      await proxy.restore();
      await vi.waitFor(
        async () => expect(await ann.send('once', { clientMessageId })).toMatchObject({ sequence: 2 }),
        ANSWERED_WITHIN_MS,
      );
      expect(await stored()).toBe(1);
      expect((await history(creator, groupId)).data.messages.map(({ content }) => content)).toEqual([
        'before',
        'once',
      ]);
    },
  );

  it(
    'a node that stalls in a transaction blocks no other node for long',
    { timeout: TIMEOUT_MS },
    async () => {
      const { ann, direct } = await startChat();
      // A stopped process as seen from outside: the transaction is open and no statement follows.
      const stopped = await direct.pool.connect();
      onTestFinished(() => stopped.release(true));
      await stopped.query('BEGIN');
      await stopped.query('UPDATE conversations SET last_sequence = last_sequence');
      expect(await ann.send('not for ever')).toMatchObject({ sequence: 2 });
    },
  );
});
