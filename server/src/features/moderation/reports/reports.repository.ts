import type { Report, ReportAction, ReportCategory, ReportStatus } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { avatarIdOf, type CopySource, type MessageMedium } from '../../media/index.ts';
import type { MessageRef } from '../../messages/index.ts';
import { type KeptEvidence, type KeptProfile, sourceName } from './evidence.policy.ts';
import { dueHours } from './report-queue.repository.ts';

/** The reported user with their current profile. */
export type ReportedPerson = { readonly id: number; readonly profile: KeptProfile };

/** A report to store; `id` is used if there is no open one. `reporterId` is null for automatic reports. */
export type NewReport = Pick<Report, 'kind' | 'reason' | 'message_id' | 'media_id' | 'group_id'> & {
  readonly id: string;
  readonly reporterId: number | null;
  readonly reportedId: number;
  readonly category: ReportCategory;
  readonly isThreatened: boolean;
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

/** Returns the country of an account. */
export async function findCountry(db: Queryable, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ country: string }>`SELECT country FROM users WHERE id = ${userId}`.execute(db);
  return rows[0]?.country;
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

/**
 * SQL that merges two lists of messages; of two copies of a message the one with more former texts, which include those of
 * the other one, otherwise the earlier one.
 */
const mergedMessages = sql`(
  SELECT coalesce(jsonb_agg(entry ORDER BY entry ->> 'timestamp'), '[]')
  FROM (
    SELECT DISTINCT ON (entry ->> 'message_id') entry
    FROM jsonb_array_elements(held.evidence || excluded.evidence) WITH ORDINALITY AS listed (entry, place)
    ORDER BY entry ->> 'message_id', jsonb_array_length(coalesce(entry -> 'versions', '[]')) DESC, place
  ) once)`;

/** SQL condition: the new report makes the stored one more urgent. */
const isMoreUrgent = sql`(${dueHours(sql`excluded.category`)} < ${dueHours(sql`held.category`)}
  OR excluded.is_threatened AND NOT held.is_threatened)`;

/**
 * A new reason of a reporter replaces the old one; a threat may be reported without one, and leaves it. Automatic findings
 * are appended.
 */
const reasonOf = (reporterId: number | null) =>
  reporterId === null
    ? sql`CASE WHEN position(excluded.reason IN held.reason) > 0 THEN held.reason
        ELSE left(held.reason || E'\n' || excluded.reason, 2000) END`
    : sql`CASE WHEN excluded.reason = '' THEN held.reason ELSE excluded.reason END`;

/**
 * Stores a report or updates the open one of the same reporter and user (or the open automatic one): new reason and
 * reference, evidence merged with the earlier evidence (SV-47). The more urgent category stays; where the new one is more
 * urgent, the deadlines count from now (MR-05). Returns the report id.
 */
export async function saveReport(tx: Tx, given: NewReport): Promise<string> {
  const { reporterId, evidence } = given;
  const conflict =
    reporterId === null
      ? sql`(reported_id) WHERE reporter_id IS NULL AND status IN ('open', 'reviewing')`
      : sql`(reporter_id, reported_id) WHERE status IN ('open', 'reviewing')`;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO reports AS held (id, reporter_id, reported_id, kind, reason, message_id, media_id, group_id, category,
      is_threatened, evidence, evidence_posts, evidence_profiles)
    VALUES (${given.id}, ${reporterId}, ${given.reportedId}, ${given.kind}, ${given.reason}, ${given.message_id},
      ${given.media_id}, ${given.group_id}, ${given.category}, ${given.isThreatened}, ${JSON.stringify(evidence.messages)}::jsonb,
      ${JSON.stringify(evidence.posts)}::jsonb, ${JSON.stringify(evidence.profiles)}::jsonb)
    ON CONFLICT ${conflict} DO UPDATE SET
      kind = CASE WHEN excluded.kind = 'person' THEN held.kind ELSE excluded.kind END,
      reason = ${reasonOf(reporterId)}, updated_at = now(),
      message_id = coalesce(excluded.message_id, held.message_id),
      media_id = coalesce(excluded.media_id, held.media_id),
      group_id = coalesce(excluded.group_id, held.group_id),
      clock_from = CASE WHEN ${isMoreUrgent} THEN now() ELSE held.clock_from END,
      category = CASE WHEN ${dueHours(sql`excluded.category`)} < ${dueHours(sql`held.category`)}
        THEN excluded.category ELSE held.category END,
      is_threatened = held.is_threatened OR excluded.is_threatened,
      evidence = ${mergedMessages},
      evidence_posts = ${merged('evidence_posts', sql`entry ->> 'media_id'`)},
      evidence_profiles = ${merged('evidence_profiles', sql`entry`)}
    RETURNING id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('INSERT answered no row');
  return row.id;
}

/** A report that is being decided. */
export type LockedReport = {
  readonly id: string;
  readonly status: ReportStatus;
  readonly reportedId: number;
  /** Null for a deleted account. */
  readonly reportedName: string | null;
  /** Null for an automatic report and for a deleted account. */
  readonly reporterId: number | null;
  readonly assignedId: number | null;
  /** An administrator has taken it; asking again resets this. */
  readonly wasLookedAt: boolean;
  readonly messageId: string | null;
  readonly mediaId: string | null;
};

/** Returns a report, locked until the transaction ends; undefined for an unknown id. */
export async function lockReport(tx: Tx, id: string): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    SELECT report.id, report.status, report.reported_id AS "reportedId", report.assigned_to AS "assignedId",
      report.first_look_at IS NOT NULL AS "wasLookedAt",
      CASE WHEN reported.deleted_at IS NULL THEN reported.username END AS "reportedName",
      (SELECT reporter.id FROM users reporter
        WHERE reporter.id = report.reporter_id AND reporter.deleted_at IS NULL) AS "reporterId",
      report.message_id AS "messageId", report.media_id AS "mediaId"
    FROM reports report JOIN users reported ON reported.id = report.reported_id
    WHERE report.id = ${id} FOR UPDATE OF report`.execute(tx);
  return rows[0];
}

/** Assigns a report to an administrator; null unassigns it. Without a note the previous one stays. */
export async function assignReport(
  tx: Tx,
  id: string,
  { adminId, note }: { readonly adminId: number | null; readonly note: string | null },
): Promise<void> {
  await sql`
    UPDATE reports SET status = ${adminId === null ? 'open' : 'reviewing'}, assigned_to = ${adminId}::bigint,
      first_look_at = coalesce(first_look_at, now()), note = coalesce(${note}, note), updated_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** A decision as stored. */
type StoredDecision = {
  readonly status: 'resolved' | 'dismissed';
  readonly action: ReportAction;
  readonly note: string | null;
  readonly decidedBy: number;
};

/** Stores the decision about a report. */
export async function settleReport(tx: Tx, id: string, decision: StoredDecision): Promise<void> {
  const { status, action, note, decidedBy } = decision;
  await sql`
    UPDATE reports SET status = ${status}, action = ${action}, note = coalesce(${note}, note), decided_at = now(),
      decided_by = ${decidedBy}, assigned_to = coalesce(assigned_to, ${decidedBy}),
      first_look_at = coalesce(first_look_at, now()), updated_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** Returns the image and the recording of a message, even if the message is deleted. */
export async function findMediaOfMessage(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
): Promise<MessageMedium[]> {
  const { rows } = await sql<MessageMedium>`
    SELECT medium.kind, medium.id FROM messages m
    CROSS JOIN LATERAL (VALUES ('image', m.image_id), ('audio', m.audio_id)) AS medium (kind, id)
    WHERE m.conversation_id = ${conversationId} AND m.sequence = ${sequence} AND medium.id IS NOT NULL`.execute(
    db,
  );
  return rows;
}

/** Returns whether the file still has to be copied as evidence of a report. */
export async function isToBeCopied(db: Queryable, source: CopySource): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM evidence_files
    WHERE source = ${sourceName(source)} AND copied_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
