import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Feed } from '../../feed/index.ts';
import type { Sanctions } from '../moderation.types.ts';
import type { ContentRemoval } from './content-removal.ts';

type Deps = {
  readonly database: Database;
  readonly feed: Pick<Feed, 'holdPost'>;
  readonly removal: ContentRemoval;
  readonly sanctions: Sanctions;
};

export type PostRemoval = ReturnType<typeof createPostRemoval>;

/** Creates the command that removes a post without a report (SV-51). */
export function createPostRemoval({ database, feed, removal, sanctions }: Deps) {
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
