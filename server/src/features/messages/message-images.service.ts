import type { ErrorCode } from '@adda/contract';
import { appError } from '../../platform/errors.ts';
import type { Media, StoredImage } from '../media/index.ts';

/** The image of a sent message: an upload or an address, not both. */
export type ImageGiven = { readonly imageId: string | null; readonly imageUrl: string | null };

/** The attachments of a message; `youtubeUrl` is undefined if videos cannot be attached. */
export type Attachments = ImageGiven & {
  readonly youtubeUrl?: string | null;
  readonly audioId: string | null;
};

/** Decides which image addresses are allowed. `refusal` is thrown for all others and for unknown ids. */
export type ImageRule = { readonly isAllowedUrl: (text: string) => boolean; readonly refusal: ErrorCode };

/** The form of the id of an upload; other ids are not looked up. */
const UPLOAD_ID = /^[\w-]+$/;

/** Returns the trimmed text; null for a blank one. */
export function filled(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

/**
 * Reads and checks the id of the recording of a message (VM-01). Throws `audio_not_found`, and `one_attachment` beside an
 * image or a video.
 */
export function readAudio(
  message: { readonly audio_id?: string | null | undefined },
  others: readonly (string | null | undefined)[],
): string | null {
  const audioId = filled(message.audio_id);
  if (audioId === null) return null;
  if (!UPLOAD_ID.test(audioId)) throw appError('audio_not_found');
  if (others.some((other) => filled(other) !== null)) throw appError('one_attachment');
  return audioId;
}

/** Reads and checks the image of a message; throws the rule's refusal. */
export function readImage(
  message: { readonly image_id?: string | null | undefined; readonly image_url?: string | null | undefined },
  { isAllowedUrl, refusal }: ImageRule,
): ImageGiven {
  const imageId = filled(message.image_id);
  const imageUrl = imageId === null ? filled(message.image_url) : null;
  if (imageId !== null && !UPLOAD_ID.test(imageId)) throw appError(refusal);
  if (imageUrl !== null && !isAllowedUrl(imageUrl)) throw appError(refusal);
  return { imageId, imageUrl };
}

/** Returns the stored image of a message and marks it as used; null for a message without an image. */
export type ImageIntake = (
  /** `ownerId` is the sender. */
  message: { readonly ownerId: number; readonly target: string; readonly clientMessageId: string | null },
  image: ImageGiven,
) => Promise<StoredImage | null>;

/**
 * Creates the intake of images. It throws `refusal` for an id that is not an upload of the sender and
 * `image_url_failed` for an address that returns no image. A retry that arrives while the image is being fetched waits
 * for the same fetch.
 */
export function createImageIntake(
  media: Pick<Media, 'findOwn' | 'importFromUrl' | 'markUsed'>,
  refusal: ErrorCode,
): ImageIntake {
  const underWay = new Map<string, Promise<StoredImage>>();

  async function fetchOnce(key: string, ownerId: number, url: string): Promise<StoredImage> {
    const fetching = underWay.get(key) ?? media.importFromUrl(ownerId, url);
    underWay.set(key, fetching);
    try {
      return await fetching;
    } finally {
      underWay.delete(key);
    }
  }

  return async ({ ownerId, target, clientMessageId }, { imageId, imageUrl }) => {
    const get = async (): Promise<StoredImage | null> => {
      if (imageId !== null) {
        const own = await media.findOwn(ownerId, imageId);
        if (!own) throw appError(refusal);
        return own;
      }
      if (imageUrl === null) return null;
      if (clientMessageId === null) return media.importFromUrl(ownerId, imageUrl);
      return fetchOnce(JSON.stringify([ownerId, target, clientMessageId]), ownerId, imageUrl);
    };
    const image = await get();
    // Before the message is stored: an unneeded image is better than a message without its image.
    if (image) await media.markUsed(image.id);
    return image;
  };
}
