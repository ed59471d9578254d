import type { SuggestedPerson } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { blockedWith, followedBy, hiddenFrom } from '../../relations/index.ts';

/** Users count as active for this long after their last post. */
const ACTIVE_DAYS = 30;

/** The newest posts whose senders are suggested, however many there are. */
const RECENT_POSTS = 1000;

/** Followed users whose own follows are read, those followed last first; how many of each; and how many of those are kept. */
const FRIENDS = { most: 100, follows: 200, kept: 50 };

/**
 * Returns users to follow who posted lately (HM-14): those first whom most of the followed users follow, then those whose
 * latest posts have most likes. Guests, the viewer, and users who are followed, blocked, hidden, suspended or deleted are left
 * out. Reads a bounded number of rows: the newest posts, and some follows of some followed users.
 */
export async function listSuggestedPeople(
  db: Queryable,
  viewerId: number,
  limit: number,
): Promise<SuggestedPerson[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<SuggestedPerson>`
    WITH left_out AS MATERIALIZED (
      SELECT ${viewer} AS id UNION ALL ${followedBy(viewer)} UNION ALL ${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}
    ), recent AS MATERIALIZED (
      SELECT author_id AS id, sum(like_count) AS likes FROM (
        SELECT post.author_id, post.like_count FROM posts post
        WHERE post.is_listed AND post.created_at > now() - make_interval(days => ${ACTIVE_DAYS})
        ORDER BY post.created_at DESC, post.media_id DESC LIMIT ${RECENT_POSTS}
      ) newest GROUP BY author_id
    ), friends AS MATERIALIZED (
      SELECT followed_id AS id FROM follows WHERE follower_id = ${viewer} ORDER BY created_at DESC LIMIT ${FRIENDS.most}
    ), known AS MATERIALIZED (
      SELECT theirs.id, count(*) AS friends FROM friends CROSS JOIN LATERAL (
        SELECT followed_id AS id FROM follows WHERE follower_id = friends.id LIMIT ${FRIENDS.follows}
      ) theirs
      WHERE NOT (theirs.id IN (SELECT id FROM left_out)) GROUP BY theirs.id
    ), candidate AS MATERIALIZED (
      SELECT id FROM recent UNION (SELECT id FROM known ORDER BY friends DESC, id LIMIT ${FRIENDS.kept})
    )
    SELECT person.username, person.display_name, person.profile_image_url AS picture,
      coalesce(known.friends, 0) AS followed_by
    FROM candidate JOIN users person ON person.id = candidate.id
    LEFT JOIN recent ON recent.id = candidate.id LEFT JOIN known ON known.id = candidate.id
    CROSS JOIN LATERAL (
      SELECT post.created_at FROM posts post WHERE post.author_id = candidate.id AND post.is_listed
      ORDER BY post.created_at DESC, post.media_id DESC LIMIT 1
    ) latest
    WHERE NOT (candidate.id IN (SELECT id FROM left_out)) AND NOT person.is_guest
      AND person.deleted_at IS NULL AND person.suspended_at IS NULL
      AND latest.created_at > now() - make_interval(days => ${ACTIVE_DAYS})
    ORDER BY followed_by DESC, recent.likes DESC NULLS LAST, latest.created_at DESC, person.id
    LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Returns those of the suggested users who may still be suggested to the viewer, with their names and pictures as they are now,
 * in the same order (CL-05).
 */
export async function keepSuggestible(
  db: Queryable,
  viewerId: number,
  suggested: readonly SuggestedPerson[],
): Promise<SuggestedPerson[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<Omit<SuggestedPerson, 'followed_by'>>`
    WITH left_out AS MATERIALIZED (
      ${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}
    )
    SELECT person.username, person.display_name, person.profile_image_url AS picture
    FROM users person
    WHERE person.username = ANY (${suggested.map(({ username }) => username)}::text[])
      AND person.deleted_at IS NULL AND person.suspended_at IS NULL
      AND NOT (person.id IN (SELECT id FROM left_out))`.execute(db);
  const shown = new Map(rows.map((row) => [row.username, row]));
  return suggested.flatMap((person) => {
    const row = shown.get(person.username);
    return row ? [{ ...person, ...row }] : [];
  });
}

/** Returns the ids of the users whose posts the viewer may not find because of a block or a hiding. */
export async function listHiddenSenders(db: Queryable, viewerId: number): Promise<ReadonlySet<number>> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<{ id: number }>`${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The hashtags of a public post, as its sender wrote the field. */
export type TaggedPost = { readonly authorId: number; readonly hashtags: string };

/** Returns up to `limit` public posts with hashtags of the last 24 hours, newest first. */
export async function listTaggedToday(db: Queryable, limit: number): Promise<TaggedPost[]> {
  const { rows } = await sql<TaggedPost>`
    SELECT post.author_id AS "authorId", post.hashtags FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.is_listed AND post.visibility = 'public' AND post.created_at > now() - interval '24 hours'
      AND post.hashtags <> '' AND sender.deleted_at IS NULL AND sender.suspended_at IS NULL
    ORDER BY post.created_at DESC, post.media_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
