import { VOICE_GUEST_HOURS } from '@adda/contract/media';
import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { RecordingsTable } from '../media.tables.ts';

/** A stored recording: its duration in milliseconds, and its peaks from 0 to 100. */
export type StoredRecording = {
  readonly id: string;
  readonly durationMs: number;
  readonly waveform: readonly number[];
};

export async function insertRecording(db: Queryable, recording: Insertable<RecordingsTable>): Promise<void> {
  await db.insertInto('recordings').values(recording).execute();
}

/** Returns a recording of this owner that was not sent yet, with its hash; undefined for any other. */
export async function findUnsentRecording(
  db: Queryable,
  ownerId: number,
  id: string,
): Promise<(StoredRecording & { readonly sha256: string }) | undefined> {
  return db
    .selectFrom('recordings')
    .select(['id', 'duration_ms as durationMs', 'waveform', 'sha256'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a recording exists. */
export async function isKnownRecording(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('recordings').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether the user is a guest whose account is younger than `VOICE_GUEST_HOURS` (VM-03). */
export async function isFreshGuest(db: Queryable, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - VOICE_GUEST_HOURS * 3600 * 1000);
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${userId} AND is_guest AND created_at > ${since}`.execute(db);
  return rows.length > 0;
}

/** Deletes up to `limit` recordings that were created before a time and never sent. Returns their ids. */
export async function deleteUnusedRecordings(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM recordings WHERE id IN (
      SELECT id FROM recordings WHERE used_at IS NULL AND created_at < ${before} ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ) AND used_at IS NULL RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes recordings. Returns the ids of the deleted ones. */
export async function deleteRecordings(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM recordings WHERE id = ANY (${ids}::text[]) RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes the recordings of a user: all that no message contains (FT-06), or only those never sent. Returns their ids. */
export async function deleteRecordingsOf(
  tx: Tx,
  ownerId: number,
  { isUnusedOnly }: { isUnusedOnly: boolean },
): Promise<string[]> {
  const which = isUnusedOnly ? sql`AND used_at IS NULL` : sql``;
  const { rows } = await sql<{ id: string }>`
    DELETE FROM recordings WHERE owner_id = ${ownerId} ${which}
      AND NOT EXISTS (SELECT FROM messages WHERE messages.audio_id = recordings.id) RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
