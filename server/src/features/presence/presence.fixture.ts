import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../../platform/database/index.ts';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { createPresence, isOnline, type PresenceChange } from './index.ts';

/** The last activity of new users. */
export const LONG_AGO = new Date('2026-01-01');

/** Creates users; returns their ids. */
export async function createUsers(database: Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at)
    SELECT ${randomUUID()} || n, 'Ann', true, '1990-01-01', 'female', 'IN', 'Kerala', ${LONG_AGO}
    FROM generate_series(1, ${count}::integer) AS n RETURNING id`.execute(database.db);
  return rows.map((row) => row.id);
}

const databaseOfFile = oncePerFile(createTestDatabase, (opened) => opened.cleanup());

/** Returns the database that the tests of a file share, and the ids of three new users. */
export async function startDatabase() {
  const { database } = await databaseOfFile();
  const [ann = 0, bob = 0, cem = 0] = await createUsers(database, 3);
  return { database, ann, bob, cem };
}

/** Starts the presence of one node; `changes` are those that it told. */
export function startNode(
  database: Database,
  renewEveryMs?: number,
  logger: typeof silentLogger = silentLogger,
) {
  const presence = createPresence({ database, logger, renewEveryMs });
  const told: PresenceChange[] = [];
  presence.onChanged((batch) => void told.push(...batch));
  onTestFinished(() => presence.close());
  return {
    ...presence,
    told,
    changes: () => told.map((change) => change.isOnline),
    changesOf: (userId: number) =>
      told.filter((change) => change.userId === userId).map((change) => change.isOnline),
  };
}

/** Reads whether a user is online, and their last activity. */
export async function personOf(database: Database, userId: number) {
  const { rows } = await sql<{ online: boolean; last_active_at: Date }>`
    SELECT ${isOnline(sql`users.id`)} AS online, last_active_at FROM users WHERE id = ${userId}`.execute(
    database.db,
  );
  return rows[0];
}

/** Stores users as those of a killed node whose lease lapsed a second ago; it was renewed for the last time 20 seconds earlier. */
export async function leaveBehind(database: Database, userIds: readonly number[]): Promise<string> {
  const nodeId = randomUUID();
  await sql`
    WITH node AS (
      INSERT INTO presence_nodes VALUES (${nodeId}, now() - interval '1 second') RETURNING node_id
    )
    INSERT INTO presence SELECT user_id, node_id, 'infinity' FROM node, unnest(${userIds}::bigint[]) AS user_id`.execute(
    database.db,
  );
  return nodeId;
}
