import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { MediaFilesTable } from '../media.tables.ts';

/** A file that a job is to re-encode. `tries` includes the current attempt. */
export type PendingFile = {
  readonly id: string;
  readonly ownerId: number;
  readonly kind: 'image' | 'video';
  readonly tries: number;
  /** Hash of the uploaded bytes; null for a file from before hashes were stored. */
  readonly sha256: string | null;
};

/** A served file: sizes in pixels and bytes, the duration in milliseconds, null for a photo. */
export type FinishedFile = {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly blur: string | null;
  /** The perceptual hash of the photo, or of the video's still. */
  readonly dhash: string | null;
};

/** Inserts a newly received file. */
export async function insertFile(db: Queryable, file: Insertable<MediaFilesTable>): Promise<void> {
  await db.insertInto('media_files').values(file).execute();
}

/** Records the first use. Returns the kind; undefined when there is no such unused file. */
export async function recordFileUse(tx: Tx, id: string, now: Date): Promise<'image' | 'video' | undefined> {
  const row = await tx
    .updateTable('media_files')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return row?.kind;
}

/** Counts one more attempt of a pending file; returns undefined for any other. */
export async function beginAttempt(db: Queryable, id: string): Promise<PendingFile | undefined> {
  return db
    .updateTable('media_files')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['id', 'owner_id as ownerId', 'kind', 'tries', 'sha256'])
    .executeTakeFirst();
}

/** Reverts the count of an attempt that did not fail because of the file. */
export async function revertAttempt(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ tries: sql`tries - 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Marks a pending file as ready. Returns whether it was pending. */
export async function markReady(tx: Tx, id: string, file: FinishedFile): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_files')
    .set({
      state: 'ready',
      content_type: file.contentType,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      duration_ms: file.durationMs,
      has_preview: true,
      blur: file.blur,
      dhash: file.dhash,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Marks a pending file as failed. Returns whether it was pending. */
export async function markFailed(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_files')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Whether a file exists. */
export async function isKnownFile(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('media_files').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns the current properties of a file. */
export async function findFile(db: Queryable, id: string) {
  return db
    .selectFrom('media_files')
    .select(['kind', 'state', 'content_type as contentType', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the content type of a ready file; undefined for any other. */
export async function findReadyFile(
  db: Queryable,
  id: string,
): Promise<{ readonly contentType: string } | undefined> {
  const row = await db
    .selectFrom('media_files')
    .select('content_type as contentType')
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.contentType ? { contentType: row.contentType } : undefined;
}

/** Deletes a file's row. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media_files').where('id', '=', id).execute();
}

/** Returns ids of files that were received before a time and are not used by a post, the oldest first. */
export async function listUnusedFiles(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_files')
    .select('id')
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a file's row unless a post has used it meanwhile. Returns whether it was deleted. */
export async function deleteUnusedFile(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media_files')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
