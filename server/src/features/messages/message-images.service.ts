import type { ErrorCode } from '@adda/contract';
import { appError } from '../../platform/errors.ts';
import type { Media, StoredImage } from '../media/index.ts';

/** The image that a message brings along: an upload or an address, not both. */
export type ImageGiven = { readonly imageId: string | null; readonly imageUrl: string | null };

/** What is attached to a message; `youtubeUrl` is undefined where videos cannot be attached. */
export type Attachments = ImageGiven & { readonly youtubeUrl?: string | null };

/** Which addresses a surface takes, and what it answers for those that it does not and for unknown ids. */
export type ImageRule = { readonly isAllowedUrl: (text: string) => boolean; readonly refusal: ErrorCode };

/** The form of an image's id; nothing else is looked up. */
const IMAGE_ID = /^[\w-]+$/;

/** A text without the white space around it; blank is nothing. */
export function filled(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

/** Reads and checks the image of a message; throws the rule's refusal. */
export function readImage(
  message: { readonly image_id?: string | null | undefined; readonly image_url?: string | null | undefined },
  { isAllowedUrl, refusal }: ImageRule,
): ImageGiven {
  const imageId = filled(message.image_id);
  const imageUrl = imageId === null ? filled(message.image_url) : null;
  if (imageId !== null && !IMAGE_ID.test(imageId)) throw appError(refusal);
  if (imageUrl !== null && !isAllowedUrl(imageUrl)) throw appError(refusal);
  return { imageId, imageUrl };
}

/** Gets the image of a message, kept by the media feature; null where there is none. */
export type ImageIntake = (
  /** Whose message it is, and where it goes. */
  message: { readonly ownerId: number; readonly target: string; readonly clientMessageId: string | null },
  image: ImageGiven,
) => Promise<StoredImage | null>;

/**
 * Makes the intake of images. Throws `refusal` for an id that is not an upload of the sender and `image_url_failed` for
 * an address that gives no image. A message that is sent again while its image is being fetched waits for that one.
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
    // Before the message is stored: an image that is kept for nothing is better than a message without its image.
    if (image) await media.markUsed(image.id);
    return image;
  };
}
