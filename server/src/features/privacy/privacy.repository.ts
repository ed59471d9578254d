import { EXPORT_DAYS } from '@adda/contract/privacy';
import { sql, type Selectable, type Generated } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** An export as selected from the database. */
export type ExportRow = Selectable<DataExportsTable>;

/** Serialises export requests of a user until the transaction ends. */
export async function lockRequests(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`export ${userId}`}, 0))`.execute(tx);
}

/** Inserts a pending export; undefined if the account is deleted. */
export async function insertExport(tx: Tx, id: string, userId: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    INSERT INTO data_exports (id, user_id)
    SELECT ${id}, id FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    RETURNING *`.execute(tx);
  return rows[0];
}

/** Returns the newest export of a user; undefined if there is none. */
export async function findNewest(db: Queryable, userId: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns when the user last requested an export that did not fail. */
export async function lastAskedAt(db: Queryable, userId: number): Promise<Date | undefined> {
  const found = await db
    .selectFrom('data_exports')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('status', '<>', 'failed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.created_at;
}

/** Returns an export that can be downloaded now; undefined otherwise. */
export async function findReady(db: Queryable, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Counts one more attempt of a pending export; undefined if it is not pending. */
export async function beginExport(
  db: Queryable,
  id: string,
): Promise<{ readonly userId: number; readonly tries: number } | undefined> {
  const { rows } = await sql<{ userId: number; tries: number }>`
    UPDATE data_exports SET tries = tries + 1, progress = 0 WHERE id = ${id} AND status = 'pending'
    RETURNING user_id AS "userId", tries`.execute(db);
  return rows[0];
}

/** Uncounts an attempt that failed for an external reason. Returns false if the export is no longer pending. */
export async function takeBackExportTry(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET tries = tries - 1 WHERE id = ${id} AND status = 'pending'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stores the progress. Returns false if the export is no longer pending. */
export async function noteProgress(db: Queryable, id: string, progress: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET progress = ${progress} WHERE id = ${id} AND status = 'pending'`.execute(db);
  return numAffectedRows === 1n;
}

/** Marks the export as ready. Returns false if it is no longer pending. */
export async function noteExportReady(tx: Tx, id: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET status = 'ready', progress = 1, bytes = ${bytes}, ready_at = now(),
      expires_at = now() + make_interval(days => ${EXPORT_DAYS}::int)
    WHERE id = ${id} AND status = 'pending'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Marks a pending export as failed. */
export async function noteExportFailed(db: Queryable, id: string): Promise<void> {
  await sql`UPDATE data_exports SET status = 'failed' WHERE id = ${id} AND status = 'pending'`.execute(db);
}

/** Marks exports as failed that are pending for longer than `hours`. */
export async function failLost(db: Queryable, hours: number): Promise<void> {
  await sql`
    UPDATE data_exports SET status = 'failed'
    WHERE status = 'pending' AND created_at < now() - make_interval(hours => ${hours}::int)`.execute(db);
}

/** Deletes expired and old failed exports. Returns their ids. */
export async function deleteExpired(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM data_exports WHERE id IN (
      SELECT id FROM data_exports
      WHERE (status = 'ready' AND expires_at <= now())
        OR (status = 'failed' AND created_at < now() - make_interval(days => ${EXPORT_DAYS}::int))
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes the exports of a user. Returns their ids. */
export async function deleteExportsOf(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx.deleteFrom('data_exports').where('user_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}

/** Returns when a registered account was created; undefined for guests and unknown ids. */
export async function findRegistered(db: Queryable, userId: number): Promise<Date | undefined> {
  const found = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .where('is_guest', '=', false)
    .executeTakeFirst();
  return found?.created_at;
}

/** Returns the indexes of the given accounts that exist and are not deleted. */
export async function findAlive(
  db: Queryable,
  accounts: readonly { readonly userId: number; readonly createdMs: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT given.place::integer AS place FROM unnest(
      ${accounts.map(({ userId }) => userId)}::bigint[], ${accounts.map(({ createdMs }) => createdMs)}::bigint[]
    ) WITH ORDINALITY AS given (id, created_ms, place)
    JOIN users ON users.id = given.id AND users.deleted_at IS NULL
      AND (extract(epoch FROM users.created_at) * 1000)::bigint = given.created_ms`.execute(db);
  return rows.map(({ place }) => place - 1);
}

/** An export of personal data. `progress` is from 0 to 1. The bytes are in the media store. */
export type DataExportsTable = {
  id: string;
  user_id: number;
  status: Generated<'pending' | 'ready' | 'failed'>;
  progress: Generated<number>;
  /** Number of attempts. */
  tries: Generated<number>;
  bytes: number | null;
  created_at: Generated<Date>;
  ready_at: Date | null;
  expires_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    data_exports: DataExportsTable;
  }
}
