import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { areBlocked, isFollowing } from '../relations/index.ts';

/**
 * Somebody whose plans are asked for. `isHidden`: the caller sees nothing of what they sell. `isSuspended`: as if they
 * were not there, for whoever looks.
 */
export type CreatorPerson = {
  readonly userId: number;
  readonly username: string;
  readonly isHidden: boolean;
  readonly isSuspended: boolean;
};

/** Somebody in the strip of creators. */
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

/** The person of a name; undefined for nobody and for who is deleted. */
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
 * A page of those with a plan or a public post, in the order of their index: those with most subscribers first (SV-68).
 * Who is blocked, suspended or deleted is left out before the page is cut. Both conditions are written so that the
 * planner can't turn them around: by its own guess it would sort everybody to show six, or read all accounts to know who
 * is gone.
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
