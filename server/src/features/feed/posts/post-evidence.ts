import { mediaId } from '@adda/contract/feed';
import type { Database } from '../../../platform/database/index.ts';
import { findReported } from './post-access.repository.ts';
import { findPostRow } from './post-rows.repository.ts';

/** A post as it was when it was reported. `file_id` refers to the media feature, null for a text-only post. */
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
 * Creates the function that returns the evidence of a reported post and its author (SV-47). It covers listed posts and
 * the reporter's own, including the original of a locked post that the reporter may not see, and ignores blocks:
 * reporting is always possible. Undefined for any other id.
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
