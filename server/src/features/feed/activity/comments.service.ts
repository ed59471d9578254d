import { randomBytes } from 'node:crypto';
import { mediaId as idSchema, type CommentInput, type PostComment } from '@adda/contract/feed';
import { isBlankText } from '@adda/contract/messages';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { ActivityTeller } from '../../activity/index.ts';
import { lockPeople } from '../../relations/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import { findVisiblePost } from '../posts/find-post.service.ts';
import {
  countComments,
  deleteComment,
  findByCommentKey,
  insertComment,
  lockComment,
  listComments,
  type CommentRow,
  type CommentsPage,
  type LockedComment,
} from './comments.repository.ts';
import type { LiveCounts } from './live-counts.events.ts';

const COMMENT_ID_BYTES = 12;

type Deps = {
  readonly database: Database;
  readonly liveCounts: Pick<LiveCounts, 'changed'>;
  readonly activity: Pick<ActivityTeller, 'tell' | 'changed'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
};

/** Service for comments under posts. */
export type Comments = ReturnType<typeof createComments>;

/**
 * Throws unless the caller is the comment's author, the post's sender or a global admin. A block does not restrict
 * global admins (SV-63).
 */
function refuseDeleting({ role, userId }: Actor, comment: LockedComment | undefined) {
  if (!comment) return 'comment_not_found';
  if (role === 'admin') return undefined;
  if (!comment.isSeen) return 'comment_not_found';
  const isAllowed = comment.authorId === userId || comment.postAuthorId === userId;
  return isAllowed ? undefined : 'not_authorized_to_delete_comment';
}

function commentOf({ author_id: _author, ...row }: CommentRow, mayDelete: boolean): PostComment {
  return { ...row, created_at: row.created_at.toISOString(), can_delete: mayDelete };
}

/** The first response to a retried request, with the current count. */
function firstOf(first: Awaited<ReturnType<typeof findByCommentKey>>) {
  if (!first) throw new Error('a comment key is taken by no comment');
  return { comment_id: first.commentId, comment_count: first.count };
}

/** Creates the comment service. Users who may see the original of a post may read and write its comments. */
export function createComments({ database, liveCounts, activity, wordFilter }: Deps) {
  return {
    /**
     * Returns a page of the comments that the caller may see, newest first, and their total number (SV-61). Throws
     * `invalid_media_id`, `media_not_found` or `media_locked`.
     */
    async list(
      actor: Actor,
      mediaId: string,
      page: CommentsPage,
    ): Promise<{ comments: PostComment[]; total_count: number }> {
      const { db } = database;
      const post = await findVisiblePost(db, actor.userId, mediaId);
      const mayDeleteAll = post.authorId === actor.userId || actor.role === 'admin';
      const rows = await listComments(db, actor.userId, post.id, page);
      const comments = rows.map((row) => commentOf(row, mayDeleteAll || row.author_id === actor.userId));
      return { comments, total_count: await countComments(db, actor.userId, post.id) };
    },

    /**
     * Writes a comment (SV-62). Idempotent by `comment_key`: a key that the author has used returns the first comment.
     * Throws `comment_empty` for invisible text, `words_refused` (SV-105), `invalid_media_id`, `media_not_found` or
     * `media_locked`.
     */
    async write(actor: Actor, { media_id: mediaId, comment, comment_key: key }: CommentInput) {
      const text = comment.toWellFormed();
      if (isBlankText(text)) throw appError('comment_empty');
      const commentId = randomBytes(COMMENT_ID_BYTES).toString('hex');
      const flagged = wordFilter.check(text);
      const written = await database.transaction(async (tx) => {
        if (!(await lockPeople(tx, [actor.userId]))) throw appError('invalid_token');
        const { id, authorId } = await findVisiblePost(tx, actor.userId, mediaId, { forUpdate: true });
        const count = await insertComment(tx, { commentId, postId: id, authorId: actor.userId, key, text });
        if (count === undefined) return firstOf(await findByCommentKey(tx, actor.userId, key ?? ''));
        liveCounts.changed(tx, [id]);
        const subject = { type: 'comment', id: commentId } as const;
        await activity.tell(tx, [{ userId: authorId, kind: 'comment', subject, actorId: actor.userId }]);
        return { comment_id: commentId, comment_count: count };
      });
      if (written.comment_id === commentId)
        wordFilter.report({ userId: actor.userId, words: flagged, commentId });
      return written;
    },

    /**
     * Deletes a comment. Returns the remaining comment count. Throws `comment_not_found` or
     * `not_authorized_to_delete_comment`.
     */
    async delete(actor: Actor, commentId: string): Promise<number> {
      if (!idSchema.safeParse(commentId).success) throw appError('comment_not_found');
      return database.transaction(async (tx) => {
        const comment = await lockComment(tx, actor.userId, commentId);
        const refusal = refuseDeleting(actor, comment);
        if (refusal) throw appError(refusal);
        const left = comment && (await deleteComment(tx, comment));
        if (!comment || left === undefined) throw appError('comment_not_found');
        // Only deletions by an administrator who is neither the comment's author nor the post's sender are audited
        // (SV-105).
        if (![comment.authorId, comment.postAuthorId].includes(actor.userId))
          await writeAudit(tx, {
            actorId: actor.userId,
            action: 'comment_delete',
            target: `comment:${commentId}`,
            details: { author: userReference(comment.authorId) },
          });
        liveCounts.changed(tx, [comment.postId]);
        await activity.changed(tx, [{ type: 'comment', id: commentId }]);
        return left;
      });
    },
  };
}
