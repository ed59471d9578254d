import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { MediaFilesTable } from '../media.tables.ts';

/** A file that a job is to write anew; `tries` counts this one. */
export type PendingFile = {
  readonly id: string;
  readonly ownerId: number;
  readonly kind: 'image' | 'video';
  readonly tries: number;
  /** Of the bytes as they came; null for a file from before there were hashes. */
  readonly sha256: string | null;
};

/** A file as it is served: sizes in pixels and bytes, the duration in milliseconds, null for a photo. */
export type FinishedFile = {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
  readonly blur: string | null;
  /** The perceptual hash of the photo, or of the still of the video. */
  readonly dhash: string | null;
};

/** Stores a file that has just come in. */
export async function insertFile(db: Queryable, file: Insertable<MediaFilesTable>): Promise<void> {
  await db.insertInto('media_files').values(file).execute();
}

/** Notes the first use; answers the kind, undefined where there is no such unused file. */
export async function noteFileUse(tx: Tx, id: string, now: Date): Promise<'image' | 'video' | undefined> {
  const row = await tx
    .updateTable('media_files')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return row?.kind;
}

/** Counts one more try of a file that is still to be written; undefined for any other. */
export async function beginTry(db: Queryable, id: string): Promise<PendingFile | undefined> {
  return db
    .updateTable('media_files')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning(['id', 'owner_id as ownerId', 'kind', 'tries', 'sha256'])
    .executeTakeFirst();
}

/** Takes back a try that was broken off through no fault of the file. */
export async function takeBackTry(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ tries: sql`tries - 1` })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Notes that a file is ready; answers whether it was still to be written. */
export async function noteReady(tx: Tx, id: string, file: FinishedFile): Promise<boolean> {
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

/** Notes that a file could not be written; answers whether it was still to be written. */
export async function noteFailed(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_files')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Whether a file is known at all. */
export async function isKnownFile(db: Queryable, id: string): Promise<boolean> {
  const row = await db.selectFrom('media_files').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** A file as far as it is known now. */
export async function findFile(db: Queryable, id: string) {
  return db
    .selectFrom('media_files')
    .select(['kind', 'state', 'content_type as contentType', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What a file that is ready is served as; undefined for any other. */
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

/** Removes a file. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media_files').where('id', '=', id).execute();
}

/** Ids of files that came before a time and that no post took, the oldest first. */
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

/** Removes a file unless a post took it in the meantime; answers whether it was removed. */
export async function deleteUnusedFile(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media_files')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
