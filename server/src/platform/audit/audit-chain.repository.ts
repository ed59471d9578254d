import { sql } from 'kysely';
import type { Queryable } from '../database/index.ts';

/** A position of the hash chain with its entry. `text` is null when the entry no longer exists. */
export type ChainLink = {
  readonly position: number;
  readonly entry_id: number;
  readonly hash: string;
  /** The hashed content of the entry, in the same format as the trigger writes it. */
  readonly text: string | null;
};

/** Returns the next links after a position, in order. */
export async function listLinks(db: Queryable, after: number, limit: number): Promise<ChainLink[]> {
  // The canonical text is built here: a database function could be changed together with the entries.
  const { rows } = await sql<ChainLink>`
    SELECT link.position, link.entry_id, link.hash, CASE WHEN entry.id IS NOT NULL THEN
      jsonb_build_array(entry.id, entry.actor_id, entry.action, entry.target, entry.details,
        to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text END AS text
    FROM audit_chain link LEFT JOIN audit_entries entry ON entry.id = link.entry_id
    WHERE link.position > ${after} ORDER BY link.position LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the newest position from the row that the trigger maintains; undefined when that row is missing. */
export async function readHead(
  db: Queryable,
): Promise<{ readonly position: number; readonly hash: string } | undefined> {
  return db.selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst();
}

/** Returns the id of the first entry that is not in the chain, so that was inserted without the trigger. */
export async function findUnchained(db: Queryable): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT entry.id FROM audit_entries entry
    WHERE NOT EXISTS (SELECT FROM audit_chain link WHERE link.entry_id = entry.id)
    ORDER BY entry.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}
