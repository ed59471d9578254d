import type { ManagedPerson } from '@adda/contract/moderation';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { lastActiveOf } from '../../presence/index.ts';
import { personJson } from './sanctions.repository.ts';

/** Filter of the user list in the console; `page` starts at 1. */
export type PeopleQuery = {
  readonly search?: string | undefined;
  readonly standing?: 'suspended' | 'flagged' | 'reported' | 'admin' | undefined;
  readonly page: number;
  readonly page_size: number;
};

/** Account data that administrators see. */
type PersonRow = {
  readonly id: number;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly country: string;
  readonly birth_date: string;
};

/** Upper limit of the count, because counting millions of rows is slow and pagination never gets that far. */
const COUNT_MAX = 10_000;

/** Usernames and addresses contain only these characters; PostgreSQL rejects some others. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Returns the id of an account that is not deleted, including suspended ones; undefined for an unknown name. */
export async function findUserId(db: Queryable, username: string): Promise<number | undefined> {
  if (!PRINTABLE_ASCII.test(username)) return undefined;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE username = ${username} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.id;
}

/** Returns the name of an account that is not deleted; undefined for an unknown id. */
export async function findUsername(db: Queryable, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    SELECT username FROM users WHERE id = ${userId} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.username;
}

/** Each condition uses its own index, so that none scans all users. */
const STANDING_CONDITIONS: Readonly<Record<NonNullable<PeopleQuery['standing']>, RawBuilder<unknown>>> = {
  suspended: sql`person.suspended_at IS NOT NULL`,
  flagged: sql`person.id IN (SELECT user_id FROM evasion_flags WHERE status = 'open')`,
  reported: sql`person.id IN (SELECT reported_id FROM reports WHERE status IN ('open', 'reviewing'))`,
  admin: sql`person.role = 'admin'`,
};

function matches(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`;
  if (!PRINTABLE_ASCII.test(search)) return sql`false`;
  if (search.includes('@')) return sql`person.email = ${search}`;
  // Usernames are ASCII, so `~` sorts after them.
  return sql`person.username ~>=~ ${search} AND person.username ~<~ ${`${search}~`}`;
}

const managed = sql`
  person.id, ${personJson('person')} AS person, person.display_name, person.role, person.created_at,
  ${lastActiveOf('person')} AS last_active,
  (SELECT count(*) FROM reports
    WHERE reported_id = person.id AND status IN ('open', 'reviewing')) AS open_reports,
  (SELECT count(*) FROM evasion_flags WHERE user_id = person.id AND status = 'open') AS open_flags`;

type ManagedRow = Pick<ManagedPerson, 'display_name' | 'role' | 'open_reports' | 'open_flags'> & {
  readonly id: number;
  readonly person: Pick<ManagedPerson, 'username' | 'is_guest' | 'is_suspended' | 'is_deleted'>;
  readonly created_at: Date;
  readonly last_active: Date;
};

const managedOf = ({
  id: _id,
  person,
  created_at: createdAt,
  last_active: at,
  ...row
}: ManagedRow): ManagedPerson => ({
  ...person,
  ...row,
  created_at: createdAt.toISOString(),
  last_active: at.toISOString(),
});

/** Returns one page of users: by name when searching, otherwise newest first; and their total, up to 10 000. */
export async function listPeople(
  db: Queryable,
  query: PeopleQuery,
): Promise<{ people: ManagedPerson[]; total_count: number }> {
  const standing = query.standing ? STANDING_CONDITIONS[query.standing] : sql`true`;
  const condition = sql`person.deleted_at IS NULL AND ${matches(query.search)} AND ${standing}`;
  const order = query.search ? sql`person.username USING ~<~` : sql`person.id DESC`;
  const list = sql<ManagedRow>`
    WITH page AS MATERIALIZED (
      SELECT person.* FROM users person WHERE ${condition}
      ORDER BY ${order} LIMIT ${query.page_size} OFFSET ${(query.page - 1) * query.page_size}
    )
    SELECT ${managed} FROM page person ORDER BY ${order}`;
  const count = sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM users person WHERE ${condition} LIMIT ${COUNT_MAX}) found`;
  const [{ rows }, total] = await Promise.all([list.execute(db), count.execute(db)]);
  return { people: rows.map(managedOf), total_count: total.rows[0]?.count ?? 0 };
}

/** Additional data on the detail page of a user. */
type PersonFigures = PersonRow & {
  readonly sessions: number;
  readonly reports_about: number;
  readonly reports_by: number;
};

/** Returns a user with all counts; undefined for an unknown name. */
export async function findManaged(
  db: Queryable,
  username: string,
): Promise<{ person: ManagedPerson; figures: PersonFigures } | undefined> {
  if (!PRINTABLE_ASCII.test(username)) return undefined;
  const { rows } = await sql<ManagedRow & { figures: PersonFigures }>`
    SELECT ${managed}, jsonb_build_object(
      'id', person.id, 'email', person.email, 'email_verified', person.email_verified_at IS NOT NULL,
      'country', person.country, 'birth_date', person.birth_date,
      'sessions', (SELECT count(*) FROM sessions
        WHERE user_id = person.id AND revoked_at IS NULL AND expires_at > now()),
      'reports_about', (SELECT count(*) FROM reports WHERE reported_id = person.id),
      'reports_by', (SELECT count(*) FROM reports WHERE reporter_id = person.id)) AS figures
    FROM users person WHERE person.username = ${username} AND person.deleted_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { figures, ...listed } = row;
  return { person: managedOf(listed), figures };
}
