import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { CopySource, StoredCopy } from '../../media/index.ts';
import { sourceName, sourceOf } from './evidence.policy.ts';

/** A file that is not copied yet. */
export type FileToCopy = { readonly fileId: string; readonly source: CopySource };

/** A copied file; sizes in pixels. */
export type KeptFile = Pick<StoredCopy, 'kind' | 'width' | 'height'> & {
  readonly fileId: string;
  readonly reportId: string;
  /** In the form of `sourceName`. */
  readonly source: string;
};

/** Registers files to be copied for a report; existing entries stay unchanged. */
export async function addFiles(tx: Tx, reportId: string, sources: readonly CopySource[]): Promise<void> {
  if (sources.length === 0) return;
  const ids = sources.map(() => randomBytes(16).toString('hex'));
  await sql`
    INSERT INTO evidence_files (file_id, report_id, source, created_at)
    SELECT given.file_id, ${reportId}, given.source, now() + given.place * interval '1 millisecond'
    FROM unnest(${ids}::text[], ${sources.map(sourceName)}::text[])
      WITH ORDINALITY AS given (file_id, source, place)
    ON CONFLICT (report_id, source) DO NOTHING`.execute(tx);
}

/** Returns the files of a report that are not copied yet, in insertion order. */
export async function listUncopied(db: Queryable, reportId: string): Promise<FileToCopy[]> {
  const { rows } = await sql<{ file_id: string; source: string }>`
    SELECT file_id, source FROM evidence_files
    WHERE report_id = ${reportId} AND copied_at IS NULL ORDER BY created_at, file_id`.execute(db);
  return rows.map((row) => ({ fileId: row.file_id, source: sourceOf(row.source) }));
}

/** Marks a file as copied. */
export async function noteCopied(db: Queryable, fileId: string, copy: StoredCopy): Promise<void> {
  const { kind, contentType, bytes, width, height } = copy;
  await sql`
    UPDATE evidence_files SET copied_at = now(), kind = ${kind}, content_type = ${contentType}, bytes = ${bytes},
      width = ${width}, height = ${height}
    WHERE file_id = ${fileId} AND copied_at IS NULL`.execute(db);
}

/** Deletes the entry of a file that was deleted before it could be copied. */
export async function dropUncopied(db: Queryable, fileId: string): Promise<void> {
  await sql`DELETE FROM evidence_files WHERE file_id = ${fileId} AND copied_at IS NULL`.execute(db);
}

/** Returns the copied files of the given reports. */
export async function listKept(db: Queryable, reportIds: readonly string[]): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    SELECT file_id AS "fileId", report_id AS "reportId", source, kind, width, height FROM evidence_files
    WHERE report_id = ANY (${reportIds}::text[]) AND copied_at IS NOT NULL`.execute(db);
  return rows;
}

/** Returns the content type of a copied file; undefined for any other id. */
export async function findContentType(db: Queryable, fileId: string): Promise<string | undefined> {
  const { rows } = await sql<{ content_type: string }>`
    SELECT content_type FROM evidence_files
    WHERE file_id = ${fileId} AND copied_at IS NOT NULL`.execute(db);
  return rows[0]?.content_type;
}
