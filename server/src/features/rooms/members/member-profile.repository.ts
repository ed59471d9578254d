import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOnline } from '../../presence/index.ts';
import { isHiddenFrom } from '../../relations/index.ts';

/** An account as other users may see it. */
export type PersonRow = {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly bio: string | null;
  readonly is_guest: boolean;
  readonly is_online: boolean;
  readonly created_at: Date;
};

/**
 * Finds the account of this name unless it is deleted, suspended or hidden from the viewer (MR-05); unavailable users are
 * shown as offline (X-19).
 */
export async function findPerson(
  db: Queryable,
  viewerId: number,
  username: string,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    SELECT person.id, person.username, person.display_name, person.profile_image_url, person.bio,
      person.is_guest, person.created_at, person.is_available AND ${isOnline(sql`person.id`)} AS is_online
    FROM users person
    WHERE person.username = ${username} AND person.deleted_at IS NULL AND person.suspended_at IS NULL
      AND NOT ${isHiddenFrom(sql`person.id`, sql`${viewerId}::bigint`)}`.execute(db);
  return rows[0];
}

/** Lists the public rooms that two users are both in, by name; a private room is in no profile (GR-01). */
export async function listSharedRooms(
  db: Queryable,
  [one, other]: readonly [number, number],
  limit: number,
): Promise<{ group_id: string; name: string }[]> {
  const { rows } = await sql<{ group_id: string; name: string }>`
    SELECT room.group_id, room.name
    FROM conversation_members own
    JOIN conversation_members theirs ON theirs.conversation_id = own.conversation_id
    JOIN rooms room ON room.conversation_id = own.conversation_id
    WHERE own.user_id = ${one} AND theirs.user_id = ${other} AND room.deleted_at IS NULL AND NOT room.is_private
    ORDER BY lower(room.name) LIMIT ${limit}`.execute(db);
  return rows;
}
