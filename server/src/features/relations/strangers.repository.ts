import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/**
 * SQL condition: a user is a stranger to a reader, who does not follow them, never wrote a private message to them and never
 * accepted their request (MR-01). Each side is a user id, as a column or a value. Everything that strangers may not do asks it.
 */
export const isStranger = (writer: RawBuilder<unknown>, reader: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`is_stranger(${writer}, ${reader})`;

/** Returns whether a user is a stranger to one of the readers (MR-01). */
export async function isStrangerToAny(
  db: Queryable,
  writerId: number,
  readerIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM unnest(${readerIds}::bigint[]) AS reader (id)
    WHERE ${isStranger(sql`${writerId}::bigint`, sql`reader.id`)} LIMIT 1`.execute(db);
  return rows.length > 0;
}
