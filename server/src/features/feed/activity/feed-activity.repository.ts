import { plainText } from '@adda/contract/kernel/formatting';
import { sql } from 'kysely';
import type { ActivitySource, StoredActivity } from '../../activity/index.ts';
import { countActors, hasActor, isJoined, mayBeNamed, newestActors } from '../../relations/index.ts';

/** What an excerpt shows in place of text that is hidden until it is pressed (FT-01). */
const HIDDEN_LABEL = 'Hidden text';

/** The items with the posts of the reader that they are about. The reader is the sender, who sees it until it is deleted. */
const itemsWithPosts = (readerId: number, items: readonly StoredActivity[]) => sql`
  unnest(
    ${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[],
    ${items.map(({ openedAt }) => openedAt)}::timestamptz[]
  ) AS item (id, media_id, opened_at)
  CROSS JOIN LATERAL (
    SELECT posts.id, posts.media_id, posts.caption FROM posts
    WHERE posts.media_id = item.media_id AND posts.author_id = ${readerId} AND posts.deleted_at IS NULL OFFSET 0
  ) post`;

const likersOf = (readerId: number) => ({
  acts: sql`
    SELECT post_likes.user_id AS actor_id, post_likes.created_at FROM post_likes
    WHERE post_likes.post_id = post.id AND ${isJoined(sql`post_likes.created_at`, sql`item.opened_at`)}`,
  reader: sql`${readerId}::bigint`,
});

type LikesRow = {
  readonly id: string;
  readonly media_id: string;
  readonly caption: string | null;
  readonly actors: number[];
  readonly count: number;
};

const likes: ActivitySource = {
  kinds: ['like'],

  async resolve(db, readerId, items) {
    const joined = likersOf(readerId);
    const { rows } = await sql<LikesRow>`
      SELECT item.id, post.media_id, post.caption, ${newestActors(joined)} AS actors, ${countActors(joined)} AS count
      FROM ${itemsWithPosts(readerId, items)}`.execute(db);
    return new Map(
      rows
        .filter(({ count }) => count > 0)
        .map(({ id, media_id: mediaId, caption, actors, count }) => [
          id,
          {
            actorIds: actors,
            actorCount: count,
            subject: { type: 'post', id: mediaId },
            excerpt: plainText(caption ?? '', HIDDEN_LABEL),
          },
        ]),
    );
  },

  async listUnseen(db, readerId, items) {
    const { rows } = await sql<{ id: string }>`
      SELECT item.id FROM ${itemsWithPosts(readerId, items)} WHERE ${hasActor(likersOf(readerId))}`.execute(
      db,
    );
    return new Set(rows.map(({ id }) => id));
  },

  async listSubjectsBy(db, actorId, limit) {
    const { rows } = await sql<{ media_id: string }>`
      SELECT posts.media_id FROM post_likes JOIN posts ON posts.id = post_likes.post_id
      WHERE post_likes.user_id = ${actorId} AND posts.deleted_at IS NULL
      ORDER BY post_likes.created_at DESC LIMIT ${limit}`.execute(db);
    return rows.map(({ media_id: id }) => ({ type: 'post', id }));
  },
};

type CommentActivityRow = {
  readonly id: string;
  readonly comment_id: string;
  readonly author_id: number;
  readonly comment: string;
  readonly media_id: string;
};

const comments: ActivitySource = {
  kinds: ['comment'],

  async resolve(db, readerId, items) {
    const { rows } = await sql<CommentActivityRow>`
      SELECT item.id, comment.comment_id, comment.author_id, comment.comment, post.media_id
      FROM unnest(
        ${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[]
      ) AS item (id, comment_id)
      CROSS JOIN LATERAL (
        SELECT * FROM post_comments
        WHERE post_comments.comment_id = item.comment_id AND post_comments.deleted_at IS NULL OFFSET 0
      ) comment
      CROSS JOIN LATERAL (
        SELECT posts.media_id FROM posts
        WHERE posts.id = comment.post_id AND posts.author_id = ${readerId} AND posts.deleted_at IS NULL OFFSET 0
      ) post
      WHERE ${mayBeNamed(sql`comment.author_id`, sql`${readerId}::bigint`)}`.execute(db);
    return new Map(
      rows.map(({ id, comment_id: commentId, author_id: authorId, comment, media_id: mediaId }) => [
        id,
        {
          actorIds: [authorId],
          actorCount: 1,
          subject: { type: 'comment', id: commentId, post_id: mediaId },
          excerpt: plainText(comment, HIDDEN_LABEL),
        },
      ]),
    );
  },

  listUnseen: async (...of) => new Set((await comments.resolve(...of)).keys()),
};

/** Likes and comments of the reader's posts: sources of the activity (NT-01). */
export const feedActivity: readonly ActivitySource[] = [likes, comments];
