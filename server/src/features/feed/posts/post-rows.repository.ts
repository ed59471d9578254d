import { LIKED_BY_MAX } from '@adda/contract/feed';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { cheapestPlan } from '../../creators/index.ts';
import { areBlocked, isFollowing, isHiddenFrom, isHiding } from '../../relations/index.ts';
import { isPublic, mayFind, maySee } from './post-access.repository.ts';

/** A post with its sender and its file, independent of the viewer; times as dates, durations in milliseconds. */
export type PostRow = {
  readonly id: number;
  readonly media_id: string;
  readonly author_id: number;
  readonly caption: string | null;
  readonly hashtags: string | null;
  readonly feeling: string | null;
  readonly visibility: 'public' | 'private';
  readonly is_locked: boolean;
  readonly is_listed: boolean;
  readonly like_count: number;
  readonly comment_count: number;
  readonly share_count: number;
  readonly created_at: Date;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string | null;
  readonly plan_id: string | null;
  /** The price of the sender's cheapest plan in cents, of a locked post. */
  readonly cheapest_cents: number | null;
  readonly file_id: string | null;
  readonly kind: 'image' | 'video' | null;
  readonly state: 'pending' | 'ready' | 'failed' | null;
  readonly original_filename: string | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_ms: number | null;
  readonly has_preview: boolean | null;
  readonly blur: string | null;
};

/** A post with the fields that depend on the viewer. */
export type ViewedRow = PostRow & {
  readonly can_view: boolean;
  readonly is_following: boolean;
  readonly is_liked: boolean;
  readonly viewer: string;
  /** Usernames of other users who like it, newest first. */
  readonly likers: readonly string[];
};

const CARD = sql`
  post.id, post.media_id, post.author_id, post.caption, post.hashtags, post.feeling, post.visibility, post.is_locked,
  post.is_listed, post.like_count, post.comment_count, post.share_count, post.created_at, post.file_id,
  sender.username, sender.display_name, sender.profile_image_url AS avatar, plan.plan_id,
  CASE WHEN post.is_locked THEN ${cheapestPlan(sql`post.author_id`)} END AS cheapest_cents,
  file.kind, file.state, file.original_filename, file.bytes, file.width, file.height, file.duration_ms,
  file.has_preview, file.blur`;

const WITH_SENDER = sql`
  JOIN users sender ON sender.id = post.author_id
  LEFT JOIN media_files file ON file.id = post.file_id
  LEFT JOIN plans plan ON plan.id = post.plan_id`;

/**
 * Forces lookups by id: `OFFSET 0` keeps the planner from scanning a whole table, or all posts of a user, when it
 * estimates few rows before statistics exist.
 */
const BY_ID = sql`OFFSET 0`;

/**
 * Returns SQL for the newest likers of a post, without the viewer (listed separately) and without users that the viewer
 * may not see.
 */
function likersFor(viewer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT person.username FROM (
      SELECT user_id, created_at FROM post_likes
      WHERE post_likes.post_id = post.id ORDER BY created_at DESC, user_id ${BY_ID}
    ) liked
    CROSS JOIN LATERAL (
      SELECT username FROM users
      WHERE users.id = liked.user_id AND users.deleted_at IS NULL AND users.suspended_at IS NULL ${BY_ID}
    ) person
    WHERE liked.user_id <> ${viewer} AND NOT ${areBlocked(viewer, sql.ref('liked.user_id'))}
    ORDER BY liked.created_at DESC, liked.user_id LIMIT ${sql.lit(LIKED_BY_MAX)}`;
}

/** Returns those of the given posts that the viewer may find, in the order of the ids, in one statement. */
export async function findPostRows(
  db: Queryable,
  viewerId: number,
  postIds: readonly number[],
): Promise<ViewedRow[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<ViewedRow>`
    SELECT ${CARD}, ${maySee(viewerId)} AS can_view,
      ${isFollowing(viewer, sql.ref('post.author_id'))} AS is_following,
      EXISTS (
        SELECT FROM post_likes own WHERE own.post_id = post.id AND own.user_id = ${viewer} ${BY_ID}
      ) AS is_liked,
      (SELECT self.username FROM users self WHERE self.id = ${viewer}) AS viewer,
      ARRAY(${likersFor(viewer)}) AS likers
    FROM unnest(${postIds}::bigint[]) WITH ORDINALITY AS wanted (id, place)
    CROSS JOIN LATERAL (SELECT * FROM posts WHERE posts.id = wanted.id ${BY_ID}) post
    CROSS JOIN LATERAL (SELECT * FROM users WHERE users.id = post.author_id ${BY_ID}) sender
    LEFT JOIN LATERAL (SELECT * FROM media_files WHERE media_files.id = post.file_id ${BY_ID}) file ON true
    LEFT JOIN LATERAL (SELECT * FROM plans WHERE plans.id = post.plan_id ${BY_ID}) plan ON true
    WHERE ${mayFind(viewerId)}
    ORDER BY wanted.place`.execute(db);
  return rows;
}

async function findCards(db: Queryable, rest: RawBuilder<unknown>): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`SELECT ${CARD} FROM posts post ${WITH_SENDER} ${rest}`.execute(db);
  return rows;
}

/** Returns a post independent of the viewer; undefined if it is deleted. */
export async function findPostRow(db: Queryable, postId: number): Promise<PostRow | undefined> {
  const [row] = await findCards(db, sql`WHERE post.id = ${postId} AND post.deleted_at IS NULL`);
  return row;
}

/** Returns the post that a file belongs to. */
export async function findPostOfFile(db: Queryable, fileId: string): Promise<PostRow | undefined> {
  const [row] = await findCards(db, sql`WHERE post.file_id = ${fileId} AND post.deleted_at IS NULL`);
  return row;
}

/** Returns a post that is visible without an account. */
export async function findPublicRow(db: Queryable, mediaId: string): Promise<PostRow | undefined> {
  const [row] = await findCards(db, sql`WHERE post.media_id = ${mediaId} AND ${isPublic}`);
  return row;
}

/** Returns a user's newest posts that are visible without an account. */
export function listPublicRows(db: Queryable, authorId: number, limit: number): Promise<PostRow[]> {
  return findCards(
    db,
    sql`WHERE post.author_id = ${authorId} AND ${isPublic}
      ORDER BY post.created_at DESC, post.media_id DESC LIMIT ${limit}`,
  );
}

/** Cursor of a list of posts by age: the last post received. */
export type PostCursor = { readonly createdAt: Date; readonly mediaId: string };

/** A page of a user's posts. */
type PostsQuery = {
  readonly viewerId: number;
  readonly senderId: number;
  readonly after: PostCursor | undefined;
  readonly skip: number;
  readonly limit: number;
  /** Only locked posts. */
  readonly isLocked: boolean;
};

/** Returns the posts of a user that the viewer may find, newest first. */
export async function listPostIds(
  db: Queryable,
  { viewerId, senderId, after, skip, limit, isLocked }: PostsQuery,
): Promise<number[]> {
  const place = after
    ? sql`AND (post.created_at, post.media_id) < (${after.createdAt}::timestamptz, ${after.mediaId})`
    : sql``;
  const { rows } = await sql<{ id: number }>`
    SELECT post.id FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.author_id = ${senderId} AND ${mayFind(viewerId, senderId)} ${place}
      ${isLocked ? sql`AND post.is_locked` : sql``}
    ORDER BY post.created_at DESC, post.media_id DESC OFFSET ${skip} LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** The sender whose posts are requested. */
type Sender = {
  readonly id: number;
  readonly isGuest: boolean;
  readonly isSuspended: boolean;
  /** Whether a block exists between the sender and the viewer. */
  readonly isBlocked: boolean;
};

/**
 * Returns the user with a name; undefined if unknown, deleted, or hidden from the viewer (MR-05). Without `viewerId` the
 * viewer has no account.
 */
export async function findSender(
  db: Queryable,
  viewerId: number | undefined,
  username: string,
): Promise<Sender | undefined> {
  const id = sql.ref('users.id');
  const viewer = sql`${viewerId ?? null}::bigint`;
  const isUnknown = viewerId === undefined ? isHiding(id) : isHiddenFrom(id, viewer);
  const isBlocked = viewerId === undefined ? sql`false` : areBlocked(viewer, id);
  const { rows } = await sql<Sender>`
    SELECT id, is_guest AS "isGuest", suspended_at IS NOT NULL AS "isSuspended", ${isBlocked} AS "isBlocked"
    FROM users WHERE username = ${username} AND deleted_at IS NULL AND NOT ${isUnknown}`.execute(db);
  return rows[0];
}

/** Returns the public ids of a user's newest listed posts, even if the sender is suspended. */
export async function listListedIds(db: Queryable, authorId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('media_id')
    .where('author_id', '=', authorId)
    .where('is_listed', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('media_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.media_id);
}

/** The number of an author's posts, and of the locked ones of these. */
export type PostCounts = { readonly total: number; readonly locked: number };

/** Counts the posts of an author that the viewer may find. */
export async function countPosts(db: Queryable, viewerId: number, authorId: number): Promise<PostCounts> {
  const { rows } = await sql<PostCounts>`
    SELECT count(*) AS total, count(*) FILTER (WHERE post.is_locked) AS locked FROM posts post JOIN users sender ON sender.id = post.author_id
    WHERE post.author_id = ${authorId} AND ${mayFind(viewerId, authorId)}`.execute(db);
  return rows[0] ?? { total: 0, locked: 0 };
}
