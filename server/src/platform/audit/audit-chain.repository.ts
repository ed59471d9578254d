import { sql } from 'kysely';
import type { Queryable } from '../database/index.ts';

/** A place of the chain and the entry that stands there; `text` is null where that entry is gone. */
export type ChainLink = {
  readonly position: number;
  readonly entry_id: number;
  readonly hash: string;
  /** What the hash covers of the entry, besides the hash before: written as the trigger writes it. */
  readonly text: string | null;
};

/** The next links after a place, in their order. */
export async function listLinks(db: Queryable, after: number, limit: number): Promise<ChainLink[]> {
  // The canonical text is written out here: a function in the database could be changed together with the entries.
  const { rows } = await sql<ChainLink>`
    SELECT link.position, link.entry_id, link.hash, CASE WHEN entry.id IS NOT NULL THEN
      jsonb_build_array(entry.id, entry.actor_id, entry.action, entry.target, entry.details,
        to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text END AS text
    FROM audit_chain link LEFT JOIN audit_entries entry ON entry.id = link.entry_id
    WHERE link.position > ${after} ORDER BY link.position LIMIT ${limit}`.execute(db);
  return rows;
}

/** The place of the newest entry by the row that the trigger keeps; undefined where that row is gone. */
export async function readHead(
  db: Queryable,
): Promise<{ readonly position: number; readonly hash: string } | undefined> {
  return db.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst();
}

/** The first entry that is not in the chain: it was put in past the trigger. */
export async function findUnchained(db: Queryable): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT entry.id FROM audit_entries entry
    WHERE NOT EXISTS (SELECT FROM audit_chain link WHERE link.entry_id = entry.id)
    ORDER BY entry.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}
