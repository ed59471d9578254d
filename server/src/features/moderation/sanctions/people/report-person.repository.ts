import type { ReportPerson } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';

/** Returns SQL that builds a {@link ReportPerson} as JSON from the row of `users` under this alias. */
export function personJson(alias: string): RawBuilder<ReportPerson> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`jsonb_build_object('username', ${column('username')}, 'is_guest', ${column('is_guest')},
    'is_suspended', ${column('suspended_at')} IS NOT NULL, 'is_deleted', ${column('deleted_at')} IS NOT NULL)`;
}
