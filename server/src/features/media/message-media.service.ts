import { MESSAGE_PICTURE_SECONDS } from '@adda/contract/media';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/handler.ts';
import type { Recordings } from './audio/recordings.service.ts';
import type { Images } from './images.service.ts';
import type { Variant } from './media.policy.ts';
import type { Links, LinkProof } from './links.service.ts';
import type { LinkClaim } from './viewer.service.ts';
import { findMediumRight, type MessageMedium, type MessagesWithMedia } from './message-media.repository.ts';

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly images: Pick<Images, 'open'>;
  readonly recordings: Pick<Recordings, 'open'>;
  readonly links: Links;
  readonly claimOf: (origin: CallOrigin) => Promise<LinkClaim | undefined>;
  readonly messages: MessagesWithMedia;
  readonly clock: () => Date;
};

/** The parameters of a requested link. */
type LinkRequest = {
  readonly id: string;
  readonly proof: LinkProof & { readonly for: string };
  readonly origin: CallOrigin;
};

/** Bytes, and the seconds for which the browser may cache them; 0 for no caching. */
type Opened<Bytes> = { readonly bytes: Bytes; readonly cacheSeconds: number };

/** Serves pictures and recordings of messages, and pictures of ads, to the viewers of their links. */
export type MessageMedia = ReturnType<typeof createMessageMedia>;

/**
 * Creates the service. A link is valid for its viewer only, while they have permission to see the message (ADR 36).
 * It throws `link_expired` for a link that is expired, altered or for another user, and without a session, and the error
 * of the kind when the file was deleted or the viewer has lost the permission.
 */
export function createMessageMedia({ database, images, recordings, links, claimOf, messages, clock }: Deps) {
  const notFoundOf = ({ kind }: MessageMedium) =>
    appError(kind === 'image' ? 'image_not_found' : 'audio_not_found');

  /** Returns the seconds for which the browser may cache the file. */
  async function admit(medium: MessageMedium, { proof, origin }: LinkRequest): Promise<number> {
    const secondsLeft = links.secondsLeft([medium.kind, medium.id, proof.for], proof);
    const viewer = secondsLeft > 0 ? await claimOf(origin) : undefined;
    if (!viewer) throw appError('link_expired');
    const isFor = (audience: string) => links.isFor(proof.for, audience);
    const right = await findMediumRight(database.db, messages, { medium, ...viewer, now: clock() });
    if (!right.isLoggedIn) throw appError('link_expired');
    if (isFor(`user:${viewer.userId}`)) {
      if (!right.isUnsent && !right.isOfAd && right.shownIn.length === 0) throw notFoundOf(medium);
    } else if (!right.shownIn.some((groupId) => groupId !== null && isFor(`group:${groupId}`))) {
      throw appError('link_expired');
    }
    // Files of other users are loaded when the viewer opens them, so browsers must not cache them.
    const mayKeep = right.isOwn || right.isOfAd;
    return mayKeep ? Math.min(secondsLeft, MESSAGE_PICTURE_SECONDS) : 0;
  }

  async function open<Bytes>(
    medium: MessageMedium,
    request: LinkRequest,
    read: () => Promise<Bytes | undefined>,
  ): Promise<Opened<Bytes>> {
    const cacheSeconds = await admit(medium, request);
    const bytes = await read();
    if (!bytes) throw notFoundOf(medium);
    return { bytes, cacheSeconds };
  }

  return {
    openImage: (request: LinkRequest & { readonly variant: Variant }) =>
      open({ kind: 'image', id: request.id }, request, () => images.open(request.id, request.variant)),
    openRecording: (request: LinkRequest) =>
      open({ kind: 'audio', id: request.id }, request, () => recordings.open(request.id)),
  };
}
