import { mediaId } from '@adda/contract/feed';
import type { Database } from '../../../platform/database/index.ts';
import { findReported } from './post-access.repository.ts';
import { findPostRow } from './post-rows.repository.ts';

/** A post as it was when somebody reported it. `file_id` is media's, null for words alone. */
export type PostEvidence = {
  readonly media_id: string;
  readonly caption: string | null;
  readonly hashtags: string | null;
  readonly visibility: string;
  readonly is_locked: boolean;
  readonly created_at: string;
  readonly file_id: string | null;
};

/**
 * What of a post is kept with a report, and whose it is (SV-47): only if others than the sender may find it, though the
 * reporter may not see the original of a locked one, and though the two are blocked: a report is always possible.
 * Undefined for whatever else is named.
 */
export function createPostEvidence({ db }: Database) {
  return async (
    viewerId: number,
    givenId: string,
  ): Promise<{ readonly authorId: number; readonly post: PostEvidence } | undefined> => {
    if (!mediaId.safeParse(givenId).success) return undefined;
    const found = await findReported(db, viewerId, givenId);
    const row = found && (await findPostRow(db, found.id));
    return (
      row && {
        authorId: row.author_id,
        post: {
          media_id: row.media_id,
          caption: row.caption,
          hashtags: row.hashtags,
          visibility: row.visibility,
          is_locked: row.is_locked,
          created_at: row.created_at.toISOString(),
          file_id: row.file_id,
        },
      }
    );
  };
}
