import type { RangedFileAnswer } from '@adda/contract';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import type { Accounts } from '../../accounts/index.ts';
import { createLinkViewer, type Media } from '../../media/index.ts';
import { findContentType } from './evidence-files.repository.ts';

type Deps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf'>;
  readonly media: Pick<Media, 'copies' | 'evidenceLinks' | 'viewerCookie'>;
};

/** A request for a signed link. */
type FileRequest = {
  readonly fileId: string;
  readonly proof: Parameters<Media['evidenceLinks']['secondsLeft']>[2];
  readonly origin: CallOrigin;
};

export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/**
 * Serves evidence files. A link is valid only for the administrator it was created for, and only while they have that
 * role.
 */
export function createEvidenceFiles({ database, accounts, media }: Deps) {
  const viewerOf = createLinkViewer(accounts, media.viewerCookie);
  return {
    /**
     * Opens a file. Throws `link_expired` for a link that is expired, altered or made for another user, and
     * `image_not_found` for an unknown file.
     */
    async read({ fileId, proof, origin }: FileRequest): Promise<RangedFileAnswer> {
      const viewer = await viewerOf(origin);
      if (viewer?.role !== 'admin') throw appError('link_expired');
      if (media.evidenceLinks.secondsLeft(fileId, viewer.userId, proof) === 0) throw appError('link_expired');
      const contentType = await findContentType(database.db, fileId);
      const bytes = contentType === undefined ? undefined : await media.copies.open(fileId);
      if (!bytes || contentType === undefined) throw appError('image_not_found');
      return { bytes, contentType, cacheSeconds: 0 };
    },
  };
}
