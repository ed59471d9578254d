import type { FollowRow } from '@adda/contract/relations';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { areBlocked, blockedWith } from './blocks.repository.ts';
import { isFollowing } from './follows.repository.ts';
import { hiddenFrom, isHiddenFrom } from './hiding.repository.ts';

/** A list of a user: who follows them, or whom they follow. */
export type FollowList = 'followers' | 'following';

/** The columns of `follows` with the list's owner and with the user in it, and the setting that hides it. */
const columnsOf = (list: FollowList) =>
  list === 'followers'
    ? {
        owner: sql.ref('follows.followed_id'),
        listed: sql.ref('follows.follower_id'),
        hides: 'hide_followers',
      }
    : {
        owner: sql.ref('follows.follower_id'),
        listed: sql.ref('follows.followed_id'),
        hides: 'hide_following',
      };

/** Forces lookups by key: `OFFSET 0` keeps the planner from reading all followers of a user to look up a few. */
const BY_KEY = sql`OFFSET 0`;

/**
 * SQL: how many users a list shows the viewer. Counts all and subtracts those that it leaves out, who are few, so that it
 * reads an index instead of every follower.
 */
function countListed(list: FollowList, person: RawBuilder<unknown>, viewer: RawBuilder<unknown>) {
  const { owner, listed } = columnsOf(list);
  return sql<number>`(
    (SELECT count(*) FROM follows WHERE ${owner} = ${person})
    - (SELECT count(*) FROM (
        SELECT users.id FROM users WHERE users.suspended_at IS NOT NULL
        UNION ${blockedWith(viewer)}
        UNION ${hiddenFrom(viewer)}
      ) unlisted
      WHERE EXISTS (SELECT FROM follows WHERE ${owner} = ${person} AND ${listed} = unlisted.id ${BY_KEY})))`;
}

/** SQL: how many followers of a user the viewer sees; each is a user id, as a column or a value (HM-15). */
export const countFollowers = (person: RawBuilder<unknown>, viewer: RawBuilder<unknown>) =>
  countListed('followers', person, viewer);

/** SQL: how many users that a user follows the viewer sees; each is a user id, as a column or a value (HM-15). */
export const countFollowed = (person: RawBuilder<unknown>, viewer: RawBuilder<unknown>) =>
  countListed('following', person, viewer);

/**
 * Returns the id of a user whose list the viewer may read; undefined for an unknown, deleted, suspended or blocked user, for
 * one who is hidden from the viewer (MR-05), and if they hide the list. Their own lists are never hidden.
 */
export async function findListOwner(
  db: Queryable,
  viewerId: number,
  { list, username }: { readonly list: FollowList; readonly username: string },
): Promise<number | undefined> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<{ id: number }>`
    SELECT person.id FROM users person
    WHERE person.username = ${username} AND person.deleted_at IS NULL
      AND (person.id = ${viewer} OR (
        person.suspended_at IS NULL AND NOT person.${sql.ref(columnsOf(list).hides)}
        AND NOT ${areBlocked(sql`person.id`, viewer)} AND NOT ${isHiddenFrom(sql`person.id`, viewer)}))`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The place in a list after which the next page starts: when the follow began, and the id of the user in the list. */
export type FollowPlace = { readonly createdAt: Date; readonly userId: number };

export type ListedRow = FollowRow & { readonly user_id: number; readonly created_at: Date };

type ListQuery = {
  readonly viewerId: number;
  readonly list: FollowList;
  readonly ownerId: number;
  readonly after: FollowPlace | undefined;
  readonly limit: number;
};

/** Returns users of a list, the newest follow first, without those that the viewer may not see and suspended ones. */
export async function listFollows(db: Queryable, query: ListQuery): Promise<ListedRow[]> {
  const { viewerId, list, ownerId, after, limit } = query;
  const { owner, listed } = columnsOf(list);
  const viewer = sql`${viewerId}::bigint`;
  const person = sql.ref('person.id');
  const place = after
    ? sql`AND (follows.created_at, ${listed}) < (${after.createdAt}::timestamptz, ${after.userId}::bigint)`
    : sql``;
  const { rows } = await sql<ListedRow>`
    SELECT person.id AS user_id, page.created_at, person.username, person.display_name,
      person.profile_image_url AS picture, ${isFollowing(viewer, person)} AS is_following
    FROM (
      SELECT ${listed} AS user_id, follows.created_at FROM follows
      WHERE ${owner} = ${ownerId} ${place}
        AND NOT EXISTS (
          SELECT FROM users WHERE users.id = ${listed}
            AND (users.suspended_at IS NOT NULL OR users.deleted_at IS NOT NULL) ${BY_KEY})
        AND ${listed} NOT IN (${blockedWith(viewer)})
        AND ${listed} NOT IN (${hiddenFrom(viewer)})
      ORDER BY follows.created_at DESC, ${listed} DESC LIMIT ${limit}
    ) page JOIN users person ON person.id = page.user_id
    ORDER BY page.created_at DESC, page.user_id DESC`.execute(db);
  return rows;
}
