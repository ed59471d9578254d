import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { areBlocked, isFollowing, isHiddenFrom } from '../relations/index.ts';

/**
 * The user whose plans are requested. `isHidden`: the caller may not see their plans because of a block. `isUnknown`: not
 * found, because the account is suspended or hidden from the caller (MR-05).
 */
export type CreatorPerson = {
  readonly userId: number;
  readonly username: string;
  readonly isHidden: boolean;
  readonly isUnknown: boolean;
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
      (person.suspended_at IS NOT NULL AND person.id <> ${viewer}) OR ${isHiddenFrom(sql`person.id`, viewer)}
        AS "isUnknown"
    FROM users person WHERE person.username = ${username} AND person.deleted_at IS NULL`.execute(db);
  return rows[0];
}

/**
 * Returns a page of users with a plan or a public post, in index order: most subscribers first (SV-68). Blocked, hidden,
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
        AND CASE WHEN ${areBlocked(viewer, sql`total.user_id`)} OR ${isHiddenFrom(sql`total.user_id`, viewer)}
          THEN false ELSE true END
        AND (
          SELECT shown.deleted_at IS NULL AND shown.suspended_at IS NULL FROM users shown
          WHERE shown.id = total.user_id)
      ORDER BY total.subscribers DESC, total.user_id LIMIT ${page.limit} OFFSET ${page.skip}
    ) page JOIN users person ON person.id = page.user_id
    ORDER BY page.subscribers DESC, page.user_id`.execute(db);
  return rows;
}

/** Adds to the number of a user's public posts. */
export async function addPublicPosts(tx: Tx, userId: number, by: number): Promise<void> {
  await sql`
    INSERT INTO creator_totals (user_id, public_posts) VALUES (${userId}, greatest(${by}::integer, 0))
    ON CONFLICT (user_id) DO UPDATE
    SET public_posts = greatest(creator_totals.public_posts + ${by}::integer, 0)`.execute(tx);
}

/**
 * Increments the number of plans. Returns the new number, or undefined for a deleted account. The row stays locked
 * until the transaction ends, so concurrent plans are all counted.
 */
export async function incrementPlans(tx: Tx, userId: number): Promise<number | undefined> {
  const { rows } = await sql<{ plans: number }>`
    INSERT INTO creator_totals (user_id, plans)
    SELECT id, 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET plans = creator_totals.plans + 1
    RETURNING plans`.execute(tx);
  return rows[0]?.plans;
}

/** Decrements the number of plans. */
export async function decrementPlans(tx: Tx, userId: number): Promise<void> {
  await sql`UPDATE creator_totals SET plans = greatest(plans - 1, 0) WHERE user_id = ${userId}`.execute(tx);
}

/**
 * Locks the totals of these creators until the transaction ends, so that no other transaction starts or ends one of
 * their subscriptions. Taken before any subscription row is changed; this keeps the count equal to the rows.
 */
export async function lockTotals(tx: Tx, creatorIds: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM creator_totals WHERE user_id = ANY (${creatorIds}::bigint[]) ORDER BY user_id FOR UPDATE`.execute(
    tx,
  );
}

/** Increments the number of subscribers. */
export async function incrementSubscribers(tx: Tx, creatorId: number): Promise<void> {
  await sql`
    INSERT INTO creator_totals (user_id, subscribers) VALUES (${creatorId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET subscribers = creator_totals.subscribers + 1`.execute(tx);
}

/** Decrements the number of subscribers, once for each occurrence of a creator's id. */
export async function decrementSubscribers(tx: Tx, creatorIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE creator_totals SET subscribers = greatest(subscribers - lost.number, 0)
    FROM (SELECT id, count(*)::integer AS number FROM unnest(${creatorIds}::bigint[]) AS named (id) GROUP BY id) lost
    WHERE creator_totals.user_id = lost.id`.execute(tx);
}

/** Removes a user from the list of creators permanently. */
export async function deleteTotals(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM creator_totals WHERE user_id = ${userId}`.execute(tx);
}
