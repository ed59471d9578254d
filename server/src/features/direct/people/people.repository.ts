import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOnline, lastActiveOf } from '../../presence/index.ts';
import { areBlocked } from '../../relations/index.ts';

/** The presence of a user, as the viewer may see it. */
export type PersonStatus = { readonly isOnline: boolean; readonly lastActive: Date | null };

/**
 * Returns the presence of a user; undefined for an unknown or suspended user. Users with a block do not see the
 * presence of each other (SV-21, X-19).
 */
export async function findStatus(
  db: Queryable,
  viewerId: number,
  username: string,
): Promise<PersonStatus | undefined> {
  const { rows } = await sql<{ is_online: boolean; last_active: Date | null }>`
    SELECT NOT blocked.are AND person.is_available AND ${isOnline(sql`person.id`)} AS is_online,
      CASE WHEN NOT blocked.are THEN ${lastActiveOf('person')} END AS last_active
    FROM users person
    CROSS JOIN LATERAL (SELECT ${areBlocked(sql`${viewerId}::bigint`, sql`person.id`)} AS are) blocked
    WHERE person.username = ${username} AND person.deleted_at IS NULL AND person.suspended_at IS NULL`.execute(
    db,
  );
  const row = rows[0];
  return row && { isOnline: row.is_online, lastActive: row.last_active };
}
