import type { Tx, Database } from '../../platform/database/index.ts';
import type { Feed, HeldPost } from '../feed/index.ts';
import type { Media, MessageMedium } from '../media/index.ts';
import { messageRefOf, type Messages } from '../messages/index.ts';
import type { Safety } from '../safety/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { findMediaOfMessage, isToBeCopied } from './reports/reports.repository.ts';
import type { Sanctions } from './moderation.types.ts';

type Deps = {
  readonly messages: Pick<Messages, 'deletions'>;
  readonly feed: Pick<Feed, 'holdPost' | 'removePost'>;
  readonly media: Pick<Media, 'hashesOf' | 'removeMessageMedia'>;
  readonly safety: Pick<Safety, 'uploads'>;
};

/** References to a message and to a post of one author; null if not given. */
type NamedContent = {
  readonly authorId: number;
  readonly messageId: string | null;
  readonly mediaId: string | null;
};

/** Who removes the content, and why. `keepOut`: the same files are refused when they are uploaded again (SV-105). */
type RemovalOptions = {
  readonly removedBy: number;
  readonly reportId: string | null;
  readonly keepOut: boolean;
};

export type ContentRemoval = ReturnType<typeof createContentRemoval>;

/** Removes messages and posts through their features, so that open screens are updated (SV-49, SV-51). */
export function createContentRemoval({ messages, feed, media, safety }: Deps) {
  async function keepFilesOut(
    tx: Tx,
    files: Parameters<Media['hashesOf']>[1],
    { removedBy, reportId, keepOut }: RemovalOptions,
  ): Promise<void> {
    if (!keepOut) return;
    const hashes = await media.hashesOf(tx, files);
    await safety.uploads.keepOut(tx, hashes, { addedBy: removedBy, reportId, note: null });
  }

  /** Deletes an image or a recording if `keepOut`. Its bytes stay while they still have to be copied as evidence. */
  async function removeMedium(tx: Tx, { kind, id }: MessageMedium, how: RemovalOptions): Promise<void> {
    if (!how.keepOut) return;
    const ids = kind === 'image' ? { imageIds: [id] } : { audioIds: [id] };
    await keepFilesOut(tx, ids, how);
    if (!(await isToBeCopied(tx, { of: kind, id }))) await media.removeMessageMedia(tx, ids);
  }

  async function removeMessage(
    tx: Tx,
    senderId: number,
    messageId: string,
    how: RemovalOptions,
  ): Promise<boolean> {
    const ref = messageRefOf(messageId);
    if (!ref) return false;
    const removal = { ref, senderId, removedBy: how.removedBy };
    const isRemoved = await messages.deletions.remove(tx, removal);
    for (const medium of isRemoved ? await findMediaOfMessage(tx, ref) : [])
      await removeMedium(tx, medium, how);
    return isRemoved;
  }

  /** Removes a post whose row the caller has locked with `holdPost`. */
  async function removePost(tx: Tx, post: HeldPost, how: RemovalOptions): Promise<void> {
    // Before the removal, because the hashes are deleted with the file.
    if (post.fileId !== null) await keepFilesOut(tx, { fileIds: [post.fileId] }, how);
    await feed.removePost(tx, post);
  }

  return {
    removePost,
    /** Removes the given content of this author. Returns whether anything was removed. */
    async remove(
      tx: Tx,
      { authorId, messageId, mediaId }: NamedContent,
      how: RemovalOptions,
    ): Promise<boolean> {
      const isMessageRemoved = messageId !== null && (await removeMessage(tx, authorId, messageId, how));
      const post = mediaId === null ? undefined : await feed.holdPost(tx, mediaId);
      if (post?.senderId !== authorId) return isMessageRemoved;
      await removePost(tx, post, how);
      return true;
    },
  };
}

type PostRemovalDeps = {
  readonly database: Database;
  readonly feed: Pick<Feed, 'holdPost'>;
  readonly removal: ContentRemoval;
  readonly sanctions: Sanctions;
};

export type PostRemoval = ReturnType<typeof createPostRemoval>;

/** Creates the command that removes a post without a report (SV-51). */
export function createPostRemoval({ database, feed, removal, sanctions }: PostRemovalDeps) {
  return {
    /**
     * Removes the post and notifies its author of the reason. Throws `sanction_reason_missing`, `invalid_media_id` or
     * `media_not_found`.
     */
    async remove(
      actor: Actor,
      mediaId: string,
      { reason, keepOut }: { readonly reason: string; readonly keepOut: boolean },
    ): Promise<void> {
      if (reason === '') throw appError('sanction_reason_missing');
      await database.transaction(async (tx) => {
        const post = await feed.holdPost(tx, mediaId);
        if (!post) throw appError('media_not_found');
        await removal.removePost(tx, post, { removedBy: actor.userId, reportId: null, keepOut });
        const sanctionId = await sanctions.impose(tx, {
          userId: post.senderId,
          kind: 'content_removed',
          reason,
          until: null,
          reportId: null,
          issuedBy: actor.userId,
        });
        await writeAudit(tx, {
          actorId: actor.userId,
          action: 'post_removed',
          target: `post:${mediaId}`,
          details: { sanction: sanctionId, keep_out: keepOut },
        });
      });
    },
  };
}
