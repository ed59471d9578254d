import type { RangedFileResponse } from '@adda/contract';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import type { Accounts } from '../../accounts/index.ts';
import { createLinkViewer, type Media } from '../../media/index.ts';
import { findPost, findPublicPost } from './find-post.service.ts';

/** Maximum browser cache time of an unlocked file, in seconds: short, so that removed content disappears soon. */
const CACHE_SECONDS = 600;
/** Cache time of a public preview, in seconds. */
const SHARED_SECONDS = 300;

type Deps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf'>;
  readonly media: Pick<Media, 'files' | 'fileSecondsLeft' | 'viewerCookie'>;
};

/** The parsed parameters of a requested link. */
type Called = {
  readonly mediaId: string;
  readonly isPreview: boolean;
  readonly proof: Parameters<Media['fileSecondsLeft']>[1];
  readonly origin: CallOrigin;
};

/** Serves the files of posts (SV-60). A link works for its viewer only, and only while the viewer has the right. */
export function createPostFiles({ database, accounts, media }: Deps) {
  const viewerOf = createLinkViewer(accounts, media.viewerCookie);

  async function findViewer(origin: CallOrigin): Promise<number> {
    const viewer = await viewerOf(origin);
    if (!viewer) throw appError('link_expired');
    return viewer.userId;
  }

  async function open(fileId: string | null, isPreview: boolean) {
    const file = fileId === null ? undefined : await media.files.open(fileId, isPreview ? 'preview' : 'full');
    if (!file) throw appError('media_not_found');
    return { bytes: file.source, contentType: file.contentType };
  }

  return {
    /**
     * Returns the bytes of a link. Throws `link_expired` for a link that is expired, altered or another user's,
     * `media_locked` if the viewer currently lacks the right, and `media_not_found` for a deleted post or one that the
     * viewer may not find.
     */
    async read({ mediaId, isPreview, proof, origin }: Called): Promise<RangedFileResponse> {
      const viewerId = await findViewer(origin);
      const secondsLeft = media.fileSecondsLeft({ mediaId, viewerId, isPreview }, proof);
      if (secondsLeft === 0) throw appError('link_expired');
      const { fileId, isLocked, canView } = await findPost(database.db, viewerId, mediaId);
      if (!canView) throw appError('media_locked');
      const cacheSeconds = isLocked ? 0 : Math.min(secondsLeft, CACHE_SECONDS);
      return { ...(await open(fileId, isPreview)), cacheSeconds };
    },

    /** Returns the preview of a public post to any caller. Throws `media_not_found`. */
    async readShared(mediaId: string): Promise<RangedFileResponse> {
      const row = await findPublicPost(database.db, mediaId);
      if (!row) throw appError('media_not_found');
      return { ...(await open(row.file_id, true)), cacheSeconds: SHARED_SECONDS, isPublic: true };
    },
  };
}
