import { isGroupImageUrl, type SendGroupMessage } from '@adda/contract/rooms';
import { plainVideoUrl } from '@adda/contract/video';
import { appError } from '../../../platform/errors.ts';
import type { StoredImage } from '../../media/index.ts';
import type { RoomMedia, Speaker } from '../rooms.types.ts';

/** What a message brings along besides its words; an image is an upload or an address, not both. */
export type Attachments = {
  readonly imageId: string | null;
  readonly imageUrl: string | null;
  readonly youtubeUrl: string | null;
};

/** The form of an image's id; nothing else is looked up. */
const IMAGE_ID = /^[\w-]+$/;

/** Reads and checks what is attached; throws `invalid_youtube_url` or `invalid_image_url` (GC-54). Blank is nothing. */
export function readAttachments(message: SendGroupMessage): Attachments {
  const givenVideo = filled(message.youtube_url);
  const youtubeUrl = givenVideo === null ? null : plainVideoUrl(givenVideo);
  const imageId = filled(message.image_id);
  const imageUrl = imageId === null ? filled(message.image_url) : null;
  if (youtubeUrl === undefined) throw appError('invalid_youtube_url');
  if (imageId !== null && !IMAGE_ID.test(imageId)) throw appError('invalid_image_url');
  if (imageUrl !== null && !isGroupImageUrl(imageUrl)) throw appError('invalid_image_url');
  return { imageId, imageUrl, youtubeUrl };
}

function filled(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

/** Whether a message is one also without words (GC-56). */
export function hasAttachment({ imageId, imageUrl, youtubeUrl }: Attachments): boolean {
  return imageId !== null || imageUrl !== null || youtubeUrl !== null;
}

/** Gets the image of a message, kept by the media feature; null where there is none. */
type ImageIntake = (
  speaker: Speaker,
  attachments: Attachments,
  clientMessageId: string | null,
) => Promise<StoredImage | null>;

/**
 * Makes the intake of images. Throws `invalid_image_url` for an id that is not an upload of the speaker and
 * `image_url_failed` for an address that gives no image. A message that is sent again while its image is being fetched
 * waits for that one.
 */
export function createImageIntake(media: RoomMedia): ImageIntake {
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

  async function get(
    { userId, groupId }: Speaker,
    { imageId, imageUrl }: Attachments,
    messageId: string | null,
  ) {
    if (imageId !== null) {
      const own = await media.findOwn(userId, imageId);
      if (!own) throw appError('invalid_image_url');
      return own;
    }
    if (imageUrl === null) return null;
    if (messageId === null) return media.importFromUrl(userId, imageUrl);
    return fetchOnce(JSON.stringify([userId, groupId, messageId]), userId, imageUrl);
  }

  return async (speaker, attachments, clientMessageId) => {
    const image = await get(speaker, attachments, clientMessageId);
    // Before the message is stored: an image that is kept for nothing is better than a message without its image.
    if (image) await media.markUsed(image.id);
    return image;
  };
}
