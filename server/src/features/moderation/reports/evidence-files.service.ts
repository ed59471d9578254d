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

/** A link as it was called. */
type Called = {
  readonly fileId: string;
  readonly proof: Parameters<Media['evidenceLinks']['secondsLeft']>[2];
  readonly origin: CallOrigin;
};

/** Hands out files of evidence. */
export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/** A link is worth something in the hands of the administrator for whom it was made alone, while they are one. */
export function createEvidenceFiles({ database, accounts, media }: Deps) {
  const viewerOf = createLinkViewer(accounts, media.viewerCookie);
  return {
    /** Throws `link_expired` for a link that is over, altered or somebody else's, `image_not_found` for no such file. */
    async read({ fileId, proof, origin }: Called): Promise<RangedFileAnswer> {
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
