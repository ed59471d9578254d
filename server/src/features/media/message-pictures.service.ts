import { MESSAGE_PICTURE_SECONDS } from '@adda/contract/media';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/handler.ts';
import type { Images } from './images.service.ts';
import type { Variant } from './media.policy.ts';
import type { Links, LinkProof } from './links.service.ts';
import type { LinkClaim } from './viewer.service.ts';
import { findPictureRight, type MessagesWithPictures } from './images.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly images: Pick<Images, 'open'>;
  readonly links: Links;
  readonly claimOf: (origin: CallOrigin) => Promise<LinkClaim | undefined>;
  readonly messages: MessagesWithPictures;
  readonly clock: () => Date;
};

/** The parameters of a requested link. */
type PictureRequest = {
  readonly imageId: string;
  readonly variant: Variant;
  readonly proof: LinkProof & { readonly for: string };
  readonly origin: CallOrigin;
};

/** Bytes of a picture, and the seconds for which the browser may cache them; 0 for no caching. */
type OpenedPicture = { readonly bytes: AsyncIterable<Uint8Array>; readonly cacheSeconds: number };

/** Serves pictures of messages and ads to the viewers of their links. */
export type MessagePictures = ReturnType<typeof createMessagePictures>;

/**
 * Creates the service. A link is valid for its viewer only, while they have permission to see the picture (ADR 36).
 */
export function createMessagePictures({ database, images, links, claimOf, messages, clock }: Deps) {
  return {
    /**
     * Opens the picture of a link. Throws `link_expired` for a link that is expired, altered or for another user, and
     * without a session; `image_not_found` when the picture was deleted or the viewer has lost the permission.
     */
    async open({ imageId, variant, proof, origin }: PictureRequest): Promise<OpenedPicture> {
      const secondsLeft = links.secondsLeft(['image', imageId, proof.for], proof);
      const viewer = secondsLeft > 0 ? await claimOf(origin) : undefined;
      if (!viewer) throw appError('link_expired');
      const isFor = (audience: string) => proof.for === links.audienceToken(audience);
      const asked = { imageId, ...viewer, now: clock() };
      const right = await findPictureRight(database.db, messages, asked);
      if (!right.isLoggedIn) throw appError('link_expired');
      if (isFor(`user:${viewer.userId}`)) {
        if (!right.isUnsent && !right.isOfAd && right.shownIn.length === 0) throw appError('image_not_found');
      } else if (!right.shownIn.some((groupId) => groupId !== null && isFor(`group:${groupId}`))) {
        throw appError('link_expired');
      }
      const bytes = await images.open(imageId, variant);
      if (!bytes) throw appError('image_not_found');
      // Pictures of other users are hidden until the viewer opens them, so browsers must not cache them.
      const mayKeep = right.isOwn || right.isOfAd;
      return { bytes, cacheSeconds: mayKeep ? Math.min(secondsLeft, MESSAGE_PICTURE_SECONDS) : 0 };
    },
  };
}
