import type { Report } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { avatarIdOf } from '../../media/index.ts';
import type { KeptEvidence, KeptProfile } from './evidence.types.ts';

/** The reported user with their current profile. */
export type ReportedPerson = { readonly id: number; readonly profile: KeptProfile };

/** A report to store; `id` is used if there is no open one. `reporterId` is null for automatic reports. */
export type NewReport = Pick<Report, 'kind' | 'reason' | 'message_id' | 'media_id' | 'group_id'> & {
  readonly id: string;
  readonly reporterId: number | null;
  readonly reportedId: number;
  readonly evidence: KeptEvidence;
};

async function find(db: Queryable, which: RawBuilder<unknown>): Promise<ReportedPerson | undefined> {
  const { rows } = await sql<{
    id: number;
    username: string;
    display_name: string;
    bio: string | null;
    links: string[];
    profile_image_url: string | null;
  }>`
    SELECT id, username, display_name, bio, links, profile_image_url FROM users
    WHERE ${which} AND deleted_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, username, display_name, bio, links, profile_image_url: address } = row;
  return { id, profile: { username, display_name, bio, links, picture_id: avatarIdOf(address) ?? null } };
}

/** Returns an account by name, including suspended ones; undefined for unknown and deleted accounts. */
export const findPerson = (db: Queryable, username: string): Promise<ReportedPerson | undefined> =>
  find(db, sql`username = ${username}`);

/** Like `findPerson`, by id. */
export const findPersonById = (db: Queryable, userId: number): Promise<ReportedPerson | undefined> =>
  find(db, sql`id = ${userId}`);

/** SQL that merges two evidence lists; for duplicates the earlier entry wins. */
const merged = (column: string, key: RawBuilder<unknown>) => sql`(
  SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
  FROM (
    SELECT DISTINCT ON (${key}) entry, place
    FROM jsonb_array_elements(held.${sql.ref(column)} || excluded.${sql.ref(column)})
      WITH ORDINALITY AS listed (entry, place)
    ORDER BY ${key}, place
  ) once)`;

const mergedMessages = sql`(
  SELECT coalesce(jsonb_agg(entry ORDER BY entry ->> 'timestamp'), '[]')
  FROM (
    SELECT DISTINCT ON (entry ->> 'message_id') entry
    FROM jsonb_array_elements(held.evidence || excluded.evidence) WITH ORDINALITY AS listed (entry, place)
    ORDER BY entry ->> 'message_id', place
  ) once)`;

/** A new reason of a reporter replaces the old one. Automatic findings are appended. */
const reasonOf = (reporterId: number | null) =>
  reporterId === null
    ? sql`CASE WHEN position(excluded.reason IN held.reason) > 0 THEN held.reason
        ELSE left(held.reason || E'\n' || excluded.reason, 2000) END`
    : sql`excluded.reason`;

/**
 * Stores a report or updates the open one of the same reporter and user (or the open automatic one): new reason and
 * reference, evidence merged with the earlier evidence (SV-47). Returns the report id.
 */
export async function saveReport(tx: Tx, given: NewReport): Promise<string> {
  const { reporterId, evidence } = given;
  const conflict =
    reporterId === null
      ? sql`(reported_id) WHERE reporter_id IS NULL AND status IN ('open', 'reviewing')`
      : sql`(reporter_id, reported_id) WHERE status IN ('open', 'reviewing')`;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO reports AS held (id, reporter_id, reported_id, kind, reason, message_id, media_id, group_id, evidence,
      evidence_posts, evidence_profiles)
    VALUES (${given.id}, ${reporterId}, ${given.reportedId}, ${given.kind}, ${given.reason}, ${given.message_id},
      ${given.media_id}, ${given.group_id}, ${JSON.stringify(evidence.messages)}::jsonb,
      ${JSON.stringify(evidence.posts)}::jsonb, ${JSON.stringify(evidence.profiles)}::jsonb)
    ON CONFLICT ${conflict} DO UPDATE SET
      kind = CASE WHEN excluded.kind = 'person' THEN held.kind ELSE excluded.kind END,
      reason = ${reasonOf(reporterId)}, updated_at = now(),
      message_id = coalesce(excluded.message_id, held.message_id),
      media_id = coalesce(excluded.media_id, held.media_id),
      group_id = coalesce(excluded.group_id, held.group_id),
      evidence = ${mergedMessages},
      evidence_posts = ${merged('evidence_posts', sql`entry ->> 'media_id'`)},
      evidence_profiles = ${merged('evidence_profiles', sql`entry`)}
    RETURNING id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('INSERT answered no row');
  return row.id;
}
