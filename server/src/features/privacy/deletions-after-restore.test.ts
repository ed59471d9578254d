import { globSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { eventually, freshWord, startPrivacy, type Person } from './privacy.fixture.ts';

/**
 * Creates an account, deletes it with its content, and returns functions that simulate the restore of an older backup.
 */
async function startRestorable() {
  const fixture = await startPrivacy({});
  const { database, person, open, connect, end, quiet, dataDir, userIdOf } = fixture;
  const ann = await person();
  const userId = await userIdOf(ann);
  const groupId = await open(ann);
  const word = freshWord();
  await (await connect(ann, groupId)).send(word);
  const { rows: accounts } = await sql<{ row: string }>`
    SELECT to_jsonb(users)::text AS row FROM users WHERE id = ${userId}`.execute(database.db);
  expect((await end(ann, PASSWORD, true)).status).toBe(200);
  await quiet();
  await eventually(() =>
    expect(globSync(`media/de/deleted-${userId}-*-c`, { cwd: dataDir })).toHaveLength(1),
  );

  /** Puts back the rows that the backup contains. */
  async function restore(): Promise<void> {
    await sql`
      UPDATE users SET username = old.username, display_name = old.display_name, email = old.email,
        password_hash = old.password_hash, deleted_at = NULL
      FROM jsonb_populate_record(NULL::users, ${accounts[0]?.row ?? ''}::jsonb) old
      WHERE users.id = old.id`.execute(database.db);
    await sql`
      UPDATE messages SET content = ${word}, deleted_at = NULL WHERE sender_id = ${userId}`.execute(
      database.db,
    );
    await sql`
      INSERT INTO conversation_writers (user_id, conversation_id)
      SELECT DISTINCT sender_id, conversation_id FROM messages WHERE sender_id = ${userId}
      ON CONFLICT DO NOTHING`.execute(database.db);
  }

  const isAlive = async (): Promise<boolean> => {
    const { rows } = await sql`SELECT FROM users WHERE id = ${userId} AND deleted_at IS NULL`.execute(
      database.db,
    );
    return rows.length > 0;
  };
  const isMessageStored = async (): Promise<boolean> => {
    const { rows } = await sql`SELECT FROM messages WHERE content = ${word}`.execute(database.db);
    return rows.length > 0;
  };
  /** Starts another node on the same database and folder. */
  const startNode = () =>
    startApp({
      config: readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off' }),
      logger: createLogger('silent'),
      database,
    });
  return { ...fixture, ann, userId, restore, isAlive, isMessageStored, startNode };
}

describe('SV-13, R-22: a deletion is repeated after an older backup is restored', () => {
  it('before the first request is served, including the content', async () => {
    const { restore, isAlive, isMessageStored, startNode } = await startRestorable();
    await restore();
    expect([await isAlive(), await isMessageStored()]).toEqual([true, true]);
    const node = await startNode();
    expect(await isAlive()).toBe(false);
    await eventually(async () => expect(await isMessageStored()).toBe(false));
    await node.stop();
  });

  it('once, even when two nodes start concurrently, and only for the deleted account', async () => {
    const { restore, isAlive, startNode, person, client } = await startRestorable();
    const bob: Person = await person();
    await restore();
    const nodes = await Promise.all([startNode(), startNode()]);
    expect(await isAlive()).toBe(false);
    expect((await client('GET /users/me', {}, bob)).status).toBe(200);
    for (const node of nodes) await node.stop();
  });

  it('not for another account with the same id', async () => {
    const { restore, isAlive, database, userId, run, quiet, startNode } = await startRestorable();
    await restore();
    await sql`
      UPDATE users SET created_at = created_at + interval '1 millisecond' WHERE id = ${userId}`.execute(
      database.db,
    );
    await run('privacy.apply-deletions');
    await quiet();
    const node = await startNode();
    expect(await isAlive()).toBe(true);
    await node.stop();
  });

  it('later, when the backup contains an open payout of the user', async () => {
    const { restore, isAlive, database, userId, startNode } = await startRestorable();
    await restore();
    await sql`
      INSERT INTO payouts (payout_id, user_id, amount) VALUES (${`payout_${'c'.repeat(24)}`}, ${userId}, 100)`.execute(
      database.db,
    );
    const node = await startNode();
    expect(await isAlive()).toBe(true);
    await sql`DELETE FROM payouts WHERE user_id = ${userId}`.execute(database.db);
    await database.transaction((tx) => node.jobs.enqueue(tx, 'privacy.apply-deletions', null));
    await eventually(async () => expect(await isAlive()).toBe(false));
    await node.stop();
  });
});
