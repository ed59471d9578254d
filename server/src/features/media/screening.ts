import type { Safety, ScannedFile, UploadHashes } from '../safety/index.ts';
import type { RewrittenImage } from './image-jobs.types.ts';
import { IMAGE_TYPE } from './image-writer.ts';

/** Where a picture that is no post comes from, and who brings it; nobody for ads and pictures from elsewhere. */
export type PictureOrigin =
  | { readonly purpose: 'message' | 'avatar'; readonly userId: number }
  | { readonly purpose: 'ad' | 'remote'; readonly userId: null };

/** Looks at files before anybody else may: those that are kept out are refused, and the outside scanner has its say. */
export type Screening = ReturnType<typeof createScreening>;

/** Makes it. What throws here throws `upload_refused` or `scanner_unavailable`, and nothing may be kept then. */
export function createScreening({ uploads, wordFilter }: Pick<Safety, 'uploads' | 'wordFilter'>) {
  /** Judges what a file is written as; answers what to raise for a second look, null for nothing. */
  async function screen(file: ScannedFile): Promise<string | null> {
    await uploads.judge(file.hashes);
    return uploads.scan(file);
  }

  return {
    screen,
    /** Whether the bytes as they came are kept out, before anything is made of them. */
    judge: (hashes: UploadHashes): Promise<void> => uploads.judge(hashes),

    /** The same for a picture. */
    screenPicture({ bytes, hashes }: RewrittenImage, origin: PictureOrigin): Promise<string | null> {
      const sent = {
        kind: 'image',
        contentType: IMAGE_TYPE,
        size: bytes.length,
        bytes: () => piecesOf(bytes),
      } as const;
      return screen({ ...origin, ...sent, hashes });
    },

    /** Puts a picture that is kept now into the queue of reports, where the scanner asked for a second look. */
    raise(review: string | null, { userId }: PictureOrigin, imageId: string): void {
      if (review !== null && userId !== null) wordFilter.raise({ userId, words: [review], imageId });
    },
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
