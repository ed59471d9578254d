import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { areBlocked, isFollowing } from '../relations/index.ts';

/**
 * The user whose plans are requested. `isHidden`: the caller may not see their plans because of a block. `isSuspended`:
 * not found for every viewer.
 */
export type CreatorPerson = {
  readonly userId: number;
  readonly username: string;
  readonly isHidden: boolean;
  readonly isSuspended: boolean;
};

/** A user in the list of creators. */
export type CreatorRow = {
  readonly username: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly total_subscribers: number;
  readonly birth_date: string;
  readonly sex: 'male' | 'female';
  readonly country: string;
  readonly state: string;
  readonly is_following: boolean;
};

/** Returns the user with a name; undefined if unknown or deleted. */
export async function findCreator(
  db: Queryable,
  viewerId: number,
  username: string,
): Promise<CreatorPerson | undefined> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<CreatorPerson>`
    SELECT person.id AS "userId", person.username,
      ${areBlocked(viewer, sql`person.id`)} AS "isHidden",
      person.suspended_at IS NOT NULL AND person.id <> ${viewer} AS "isSuspended"
    FROM users person WHERE person.username = ${username} AND person.deleted_at IS NULL`.execute(db);
  return rows[0];
}

/**
 * Returns a page of users with a plan or a public post, in index order: most subscribers first (SV-68). Blocked,
 * suspended and deleted users are left out before the page is cut. Both conditions are written so that the planner
 * can't reorder them: otherwise it would sort all users to return six, or read all accounts to find the deleted ones.
 */
export async function listCreators(
  db: Queryable,
  viewerId: number,
  page: { readonly skip: number; readonly limit: number },
): Promise<CreatorRow[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<CreatorRow>`
    SELECT person.username, person.display_name, person.profile_image_url, page.subscribers AS total_subscribers,
      person.birth_date, person.sex, person.country, person.state,
      ${isFollowing(viewer, sql`person.id`)} AS is_following
    FROM (
      SELECT total.user_id, total.subscribers FROM creator_totals total
      WHERE (total.public_posts > 0 OR total.plans > 0)
        AND CASE WHEN ${areBlocked(viewer, sql`total.user_id`)} THEN false ELSE true END
        AND (
          SELECT shown.deleted_at IS NULL AND shown.suspended_at IS NULL FROM users shown
          WHERE shown.id = total.user_id)
      ORDER BY total.subscribers DESC, total.user_id LIMIT ${page.limit} OFFSET ${page.skip}
    ) page JOIN users person ON person.id = page.user_id
    ORDER BY page.subscribers DESC, page.user_id`.execute(db);
  return rows;
}
