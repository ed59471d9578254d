import { EXPORT_DAYS } from '@adda/contract/privacy';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { DataExportsTable } from '../privacy.tables.ts';

export type ExportRow = Selectable<DataExportsTable>;

/** Keeps everybody else from asking for copies of the same person until the transaction ends. */
export async function lockRequests(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`export ${userId}`}, 0))`.execute(tx);
}

/** Stores a copy that is to be made; undefined where the account is gone. */
export async function insertExport(tx: Tx, id: string, userId: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    INSERT INTO data_exports (id, user_id)
    SELECT ${id}, id FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    RETURNING *`.execute(tx);
  return rows[0];
}

/** The newest copy of a person; undefined where there is none. */
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

/** When somebody last asked for a copy that did not fail. */
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

/** A copy that can be fetched now; undefined for any other. */
export async function findReady(db: Queryable, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Counts one more try of a copy that is still to be made; undefined for any other. */
export async function beginExport(
  db: Queryable,
  id: string,
): Promise<{ readonly userId: number; readonly tries: number } | undefined> {
  const { rows } = await sql<{ userId: number; tries: number }>`
    UPDATE data_exports SET tries = tries + 1, progress = 0 WHERE id = ${id} AND status = 'pending'
    RETURNING user_id AS "userId", tries`.execute(db);
  return rows[0];
}

/** Takes back a try that ended through no fault of the copy; false where nobody wants it any more. */
export async function takeBackExportTry(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET tries = tries - 1 WHERE id = ${id} AND status = 'pending'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Notes how far a copy is; false where nobody wants it any more. */
export async function noteProgress(db: Queryable, id: string, progress: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET progress = ${progress} WHERE id = ${id} AND status = 'pending'`.execute(db);
  return numAffectedRows === 1n;
}

/** Notes that a copy can be fetched; false where nobody wants it any more. */
export async function noteExportReady(tx: Tx, id: string, bytes: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE data_exports SET status = 'ready', progress = 1, bytes = ${bytes}, ready_at = now(),
      expires_at = now() + make_interval(days => ${EXPORT_DAYS}::int)
    WHERE id = ${id} AND status = 'pending'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Notes that a copy could not be made. */
export async function noteExportFailed(db: Queryable, id: string): Promise<void> {
  await sql`UPDATE data_exports SET status = 'failed' WHERE id = ${id} AND status = 'pending'`.execute(db);
}

/** Gives up copies that wait for so long that their job is lost. */
export async function failLost(db: Queryable, hours: number): Promise<void> {
  await sql`
    UPDATE data_exports SET status = 'failed'
    WHERE status = 'pending' AND created_at < now() - make_interval(hours => ${hours}::int)`.execute(db);
}

/** Forgets copies that are over; answers the ids of those that have bytes. */
export async function deleteOver(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM data_exports WHERE id IN (
      SELECT id FROM data_exports
      WHERE (status = 'ready' AND expires_at <= now())
        OR (status = 'failed' AND created_at < now() - make_interval(days => ${EXPORT_DAYS}::int))
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Forgets the copies of a person; answers their ids. */
export async function deleteExportsOf(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx.deleteFrom('data_exports').where('user_id', '=', userId).returning('id').execute();
  return rows.map((row) => row.id);
}
