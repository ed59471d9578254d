import type { RangedFileAnswer } from '@adda/contract';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import type { Accounts } from '../../accounts/index.ts';
import { createLinkViewer, type Media } from '../../media/index.ts';
import { findPost, findPublicPost } from './find-post.ts';

/** A browser keeps a file that is not locked for so long at most, in seconds: what is taken from view goes soon. */
const CACHE_SECONDS = 600;
/** Everybody keeps a public preview for so long. */
const SHARED_SECONDS = 300;

type Deps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf'>;
  readonly media: Pick<Media, 'files' | 'fileSecondsLeft' | 'viewerCookie'>;
};

/** A link as it was called. */
type Called = {
  readonly mediaId: string;
  readonly isPreview: boolean;
  readonly proof: Parameters<Media['fileSecondsLeft']>[1];
  readonly origin: CallOrigin;
};

/** Hands out the bytes of posts (SV-60): a link is worth something in the hands of its viewer alone, and only now. */
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
     * The bytes that a link is for. Throws `link_expired` for a link that is over, altered or somebody else's,
     * `media_locked` where the viewer has no right now, `media_not_found` for what is gone or not to be found by them.
     */
    async read({ mediaId, isPreview, proof, origin }: Called): Promise<RangedFileAnswer> {
      const viewerId = await findViewer(origin);
      const secondsLeft = media.fileSecondsLeft({ mediaId, viewerId, isPreview }, proof);
      if (secondsLeft === 0) throw appError('link_expired');
      const { fileId, isLocked, canView } = await findPost(database.db, viewerId, mediaId);
      if (!canView) throw appError('media_locked');
      const cacheSeconds = isLocked ? 0 : Math.min(secondsLeft, CACHE_SECONDS);
      return { ...(await open(fileId, isPreview)), cacheSeconds };
    },

    /** The preview of a public post, for anybody. Throws `media_not_found`. */
    async readShared(mediaId: string): Promise<RangedFileAnswer> {
      const row = await findPublicPost(database.db, mediaId);
      if (!row) throw appError('media_not_found');
      return { ...(await open(row.file_id, true)), cacheSeconds: SHARED_SECONDS, isPublic: true };
    },
  };
}
