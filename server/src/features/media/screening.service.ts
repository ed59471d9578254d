import type { Safety, ScannedFile, UploadHashes } from '../safety/index.ts';
import { piecesOf } from './local-files.service.ts';
import type { RewrittenImage } from './media.types.ts';
import { IMAGE_TYPE } from './image-writer.service.ts';

/** The purpose of a picture outside posts, and its user; null for ads and external pictures. */
export type PictureOrigin =
  | { readonly purpose: 'message' | 'avatar'; readonly userId: number }
  | { readonly purpose: 'ad' | 'remote'; readonly userId: null };

/** Screens files before other users see them: refuses files whose hash is listed, and calls the external scanner. */
export type Screening = ReturnType<typeof createScreening>;

/**
 * Creates the screening. Its functions throw `upload_refused` or `scanner_unavailable`; then nothing may be stored.
 */
export function createScreening({ uploads, wordFilter }: Pick<Safety, 'uploads' | 'wordFilter'>) {
  /** Screens a re-encoded file. Returns the finding to report for review, null for none. */
  async function screen(file: ScannedFile): Promise<string | null> {
    await uploads.judge(file.hashes);
    return uploads.scan(file);
  }

  return {
    screen,
    /** Throws when the hash of the uploaded bytes is listed; call it before they are decoded. */
    judge: (hashes: UploadHashes): Promise<void> => uploads.judge(hashes),

    /** Screens a re-encoded picture. Returns the finding to report for review, null for none. */
    screenPicture({ bytes, hashes }: RewrittenImage, origin: PictureOrigin): Promise<string | null> {
      const sent = {
        kind: 'image',
        contentType: IMAGE_TYPE,
        size: bytes.length,
        bytes: () => piecesOf(bytes),
      } as const;
      return screen({ ...origin, ...sent, hashes });
    },

    /** Adds a stored picture to the queue of reports, when the scanner requested a review. */
    raise(review: string | null, { userId }: PictureOrigin, imageId: string): void {
      if (review !== null && userId !== null) wordFilter.report({ userId, words: [review], imageId });
    },

    /** Adds a stored recording to the queue of reports, when the scanner requested a review. */
    raiseRecording(review: string | null, userId: number, audioId: string): void {
      if (review !== null) wordFilter.report({ userId, words: [review], audioId });
    },
  };
}
