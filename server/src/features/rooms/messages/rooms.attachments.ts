import { isGroupImageUrl, type SendGroupMessage } from '@adda/contract/rooms';
import { plainVideoUrl } from '@adda/contract/video';
import { appError } from '../../../platform/errors.ts';
import { filled, readImage } from '../../messages/index.ts';
import type { ImageGiven } from '../../messages/index.ts';

/** What a message brings along besides its words. */
export type Attachments = ImageGiven & { readonly youtubeUrl: string | null };

const IMAGE_RULE = { isAllowedUrl: isGroupImageUrl, refusal: 'invalid_image_url' } as const;

/** Reads and checks what is attached; throws `invalid_youtube_url` or `invalid_image_url` (GC-54). Blank is nothing. */
export function readAttachments(message: SendGroupMessage): Attachments {
  const givenVideo = filled(message.youtube_url);
  const youtubeUrl = givenVideo === null ? null : plainVideoUrl(givenVideo);
  if (youtubeUrl === undefined) throw appError('invalid_youtube_url');
  return { ...readImage(message, IMAGE_RULE), youtubeUrl };
}

/** Whether a message is one also without words (GC-56). */
export function hasAttachment({ imageId, imageUrl, youtubeUrl }: Attachments): boolean {
  return imageId !== null || imageUrl !== null || youtubeUrl !== null;
}
