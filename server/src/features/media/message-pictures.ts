import { MESSAGE_PICTURE_SECONDS } from '@adda/contract/media';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/handler.ts';
import type { Images } from './images.service.ts';
import type { Variant } from './image-keys.ts';
import type { Links, LinkProof } from './links.ts';
import type { LinkClaim } from './link-viewer.ts';
import { findPictureRight, type MessagesWithPictures } from './picture-rights.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly images: Pick<Images, 'open'>;
  readonly links: Links;
  readonly claimOf: (origin: CallOrigin) => Promise<LinkClaim | undefined>;
  readonly messages: MessagesWithPictures;
  readonly clock: () => Date;
};

/** A link to a picture as it was called. */
type Called = {
  readonly imageId: string;
  readonly variant: Variant;
  readonly proof: LinkProof & { readonly for: string };
  readonly origin: CallOrigin;
};

/** Bytes of a picture, and for how many seconds the browser may keep them; 0 for not at all. */
type OpenedPicture = { readonly bytes: AsyncIterable<Uint8Array>; readonly cacheSeconds: number };

/** Hands out pictures of messages and ads to the viewers of their links. */
export type MessagePictures = ReturnType<typeof createMessagePictures>;

/** A link opens in the hands of its viewer alone, and only while they have the right to see the picture (ADR 36). */
export function createMessagePictures({ database, images, links, claimOf, messages, clock }: Deps) {
  return {
    /**
     * The picture that a link is for. Throws `link_expired` for a link that is over, altered or somebody else's, and
     * without a session; `image_not_found` where the picture is gone or the viewer may not see it any more.
     */
    async open({ imageId, variant, proof, origin }: Called): Promise<OpenedPicture> {
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
      // What others sent is covered until it is asked for: nothing of it stays in a browser.
      const mayKeep = right.isOwn || right.isOfAd;
      return { bytes, cacheSeconds: mayKeep ? Math.min(secondsLeft, MESSAGE_PICTURE_SECONDS) : 0 };
    },
  };
}
