import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/** Returns when a registered account was created; undefined for guests and unknown ids. */
export async function findRegistered(db: Queryable, userId: number): Promise<Date | undefined> {
  const found = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .where('is_guest', '=', false)
    .executeTakeFirst();
  return found?.created_at;
}

/** Returns the indexes of the given accounts that exist and are not deleted. */
export async function findAlive(
  db: Queryable,
  accounts: readonly { readonly userId: number; readonly createdMs: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT given.place::integer AS place FROM unnest(
      ${accounts.map(({ userId }) => userId)}::bigint[], ${accounts.map(({ createdMs }) => createdMs)}::bigint[]
    ) WITH ORDINALITY AS given (id, created_ms, place)
    JOIN users ON users.id = given.id AND users.deleted_at IS NULL
      AND (extract(epoch FROM users.created_at) * 1000)::bigint = given.created_ms`.execute(db);
  return rows.map(({ place }) => place - 1);
}
