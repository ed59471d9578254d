import type { AuditEntry } from '@adda/contract/operations';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** Actor name of entries that a command on the server wrote. */
const COMMAND = 'command';

/** Filter of audit entries; undefined fields match everything. `before` is exclusive. */
export type AuditFilter = {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly before?: number | undefined;
};

type Row = Omit<AuditEntry, 'created_at'> & { readonly created_at: Date };

/** Returns audit entries, newest first. Users still appear as `user#…` marks. */
export async function listEntries(
  db: Queryable,
  { actor, action, target, before }: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const conditions = [
    sql`true`,
    ...(actor === undefined ? [] : [actorIs(actor)]),
    ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
    ...(target === undefined ? [] : [targetIs(target)]),
    ...(before === undefined ? [] : [sql`entry.id < ${before}`]),
  ];
  const { rows } = await sql<Row>`
    SELECT entry.id, entry.action, entry.target, entry.details, entry.created_at, coalesce(link.hash, '') AS hash,
      CASE WHEN entry.actor_id IS NULL THEN ${COMMAND} ELSE coalesce(person.username, '#' || entry.actor_id) END AS actor
    FROM audit_entries entry
    LEFT JOIN audit_chain link ON link.entry_id = entry.id
    LEFT JOIN users person ON person.id = entry.actor_id
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY entry.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ created_at: at, ...row }) => Object.assign(row, { created_at: at.toISOString() }));
}

const actorIs = (name: string) =>
  name === COMMAND
    ? sql`entry.actor_id IS NULL`
    : sql`entry.actor_id = (SELECT id FROM users WHERE username = ${name})`;

/** `user:ann` matches the account that has this name now; any other target is compared literally. */
const targetIs = (target: string) =>
  target.startsWith('user:')
    ? sql`entry.target = (SELECT 'user#' || id FROM users WHERE username = ${target.slice(5).toLowerCase()})`
    : sql`entry.target = ${target}`;

/** Returns the current usernames by id. */
export async function namesNow(db: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Returns every recorded action in alphabetical order, with one index lookup per action. */
export async function listActions(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    WITH RECURSIVE known AS (
      SELECT min(action) AS action FROM audit_entries
      UNION ALL
      SELECT (SELECT min(entry.action) FROM audit_entries entry WHERE entry.action > known.action)
      FROM known WHERE known.action IS NOT NULL
    )
    SELECT action FROM known WHERE action IS NOT NULL ORDER BY action`.execute(db);
  return rows.map(({ action }) => action);
}
