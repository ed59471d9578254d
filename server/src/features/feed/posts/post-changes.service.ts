import type { PostUpdate } from '@adda/contract/feed';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { writeAudit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { ActivityTeller } from '../../activity/index.ts';
import { findOwnPlan, type Creators } from '../../creators/index.ts';
import type { Media } from '../../media/index.ts';
import { findAnyPost, findPost, findStoredPost } from './find-post.service.ts';
import { listCommentIds } from '../activity/comments.repository.ts';
import type { PostEvents } from './posts.events.ts';
import { findPostRow } from './post-rows.repository.ts';
import {
  clearPosts,
  lockPost,
  lockPostsOf,
  setAccess,
  type LockedPost,
  type PostAccess,
} from './posts.repository.ts';

/** A locked row of a post that an administrator reviews. */
export type HeldPost = LockedPost;

/** The newest comments of a deleted post go from open screens of its sender; others go with the next read. */
const COMMENTS_TOLD_MAX = 200;

type Deps = {
  readonly database: Database;
  readonly media: Pick<Media, 'files'>;
  readonly creators: Pick<Creators, 'addPublicPosts'>;
  readonly activity: Pick<ActivityTeller, 'changed'>;
  readonly events: PostEvents;
};

async function lock(tx: Tx, postId: number): Promise<LockedPost> {
  const post = await lockPost(tx, postId);
  if (!post) throw appError('media_not_found');
  return post;
}

/** Returns the row id of the plan to lock the post with. Throws the error code of a refused update. */
async function planFor(tx: Tx, post: LockedPost, given: PostUpdate['plan_id']): Promise<number> {
  // A plan that is no longer sold stays valid for the posts that it already locks.
  const kept = given === undefined || given === post.planId ? post.planRow : null;
  if (kept !== null) return kept;
  if (!given) throw appError('plan_required_for_media');
  const own = await findOwnPlan(tx, post.senderId, given);
  if (own === undefined) throw appError('invalid_media_update');
  return own;
}

/** Returns the access of a post after an update. Throws the error code of a refused update. */
async function accessAfter(tx: Tx, post: LockedPost, update: PostUpdate): Promise<PostAccess> {
  const isLocked = update.is_locked ?? post.isLocked;
  if (isLocked) {
    const planRow = await planFor(tx, post, update.plan_id);
    if (post.fileId === null) throw appError('locked_needs_file');
    return { isLocked, planRow, visibility: 'private' };
  }
  // A plan without a lock: an unlocked post has no plan.
  if (update.is_locked === undefined && update.plan_id) throw appError('invalid_media_update');
  return { isLocked, planRow: null, visibility: update.visibility ?? post.visibility };
}

/** Creates the commands that change and delete posts (ME-11, ME-18). */
export function createPostChanges({ database, media, creators, activity, events }: Deps) {
  async function erase(tx: Tx, posts: readonly LockedPost[]): Promise<void> {
    const [first] = posts;
    if (!first) return;
    await clearPosts(
      tx,
      posts.map((post) => post.id),
    );
    for (const { fileId } of posts) if (fileId !== null) await media.files.remove(tx, fileId);
    const publicPosts = posts.filter((post) => post.visibility === 'public').length;
    if (publicPosts > 0) await creators.addPublicPosts(tx, first.senderId, -publicPosts);
    for (const post of posts) events.deleted(tx, post);
  }

  /** Erases a post and tells the activity of its sender, who stays. */
  async function remove(tx: Tx, post: LockedPost): Promise<void> {
    await erase(tx, [post]);
    const commentIds = await listCommentIds(tx, post.id, COMMENTS_TOLD_MAX);
    await activity.changed(tx, [
      { type: 'post', id: post.mediaId },
      ...commentIds.map((id) => ({ type: 'comment', id }) as const),
    ]);
  }

  return {
    /**
     * Locks, unlocks, hides or shows a post of the caller. Throws `invalid_media_update` for a plan of another user or
     * a plan without a lock, `plan_required_for_media`, `locked_needs_file`, `not_authorized_to_update` or
     * `media_not_found`.
     */
    async update(actor: Actor, mediaId: string, update: PostUpdate): Promise<void> {
      const { id, authorId } = await findPost(database.db, actor.userId, mediaId);
      if (authorId !== actor.userId) throw appError('not_authorized_to_update');
      await database.transaction(async (tx) => {
        const before = await lock(tx, id);
        const access = await accessAfter(tx, before, update);
        await setAccess(tx, id, access);
        const more = Number(access.visibility === 'public') - Number(before.visibility === 'public');
        if (more !== 0) await creators.addPublicPosts(tx, authorId, more);
        const after = await findPostRow(tx, id);
        if (after) events.updated(tx, after, before);
      });
    },

    /**
     * Deletes a post of the caller with its file; a global admin may delete any post, even one hidden from them. Throws
     * `invalid_media_id`, `not_authorized_to_delete` or `media_not_found`.
     */
    async delete(actor: Actor, mediaId: string): Promise<void> {
      const isAdmin = actor.role === 'admin';
      const { id, authorId } = isAdmin
        ? await findAnyPost(database.db, mediaId)
        : await findPost(database.db, actor.userId, mediaId);
      if (authorId !== actor.userId && !isAdmin) throw appError('not_authorized_to_delete');
      await database.transaction(async (tx) => {
        await remove(tx, await lock(tx, id));
        if (authorId !== actor.userId)
          await writeAudit(tx, { actorId: actor.userId, action: 'media_delete', target: `media:${mediaId}` });
      });
    },

    /**
     * Returns a post for an administrator's review, locked until the transaction ends; undefined if it is deleted
     * (SV-49, SV-51). Throws `invalid_media_id`.
     */
    async hold(tx: Tx, mediaId: string): Promise<HeldPost | undefined> {
      const found = await findStoredPost(tx, mediaId);
      return found && lockPost(tx, found.id);
    },

    /** Deletes a post that `hold` returned. */
    remove,

    /** Deletes all posts of a user, in the transaction that deletes the account (SV-13). */
    deleteAllOf: async (tx: Tx, userId: number): Promise<void> => erase(tx, await lockPostsOf(tx, userId)),
  };
}

/** Service for changing and deleting posts. */
export type PostChanges = ReturnType<typeof createPostChanges>;
