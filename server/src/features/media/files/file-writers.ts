import { BLUR_SIDE, POST_MAX_SIDE, PREVIEW_SIDE } from '@adda/contract/media';
import type { RewrittenImage } from '../image-jobs.types.ts';
import type { ImageKind } from '../image-kind.ts';
import { IMAGE_TYPE, type ImageWriter } from '../image-writer.ts';
import type { VideoWriter } from '../video/video-writer.ts';
import type { FinishedFile } from './files.repository.ts';

/** The content type of every preview. */
export const PREVIEW_TYPE = IMAGE_TYPE;
const VIDEO_TYPE = 'video/mp4';
const PHOTO_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'gif', 'webp'];
/** Up to 50 MB of file in addition to the decoder's memory. */
const PHOTO_MEMORY = 300 * 1024 * 1024;

/** A re-encoded file, with the bytes of its preview and the bytes (or the path) of the served file. */
export type WrittenFile = FinishedFile & { readonly full: Uint8Array | string; readonly preview: Uint8Array };

/** Re-encodes the file at a path. `folder` is for temporary files. Throws `UnusableImage`. */
type WriteFile = (source: string, folder: string) => Promise<WrittenFile>;

/** One writer per kind of file. */
export type FileWriters = Readonly<Record<'image' | 'video', WriteFile>>;

/** Creates the writers from the image and video processes. */
export function createFileWriters(images: ImageWriter, videos: VideoWriter): FileWriters {
  return {
    async image(source) {
      const image = await images.write({
        source,
        kinds: PHOTO_KINDS,
        previewSide: PREVIEW_SIDE,
        blurSide: BLUR_SIDE,
        maxSide: POST_MAX_SIDE,
        mostBytes: PHOTO_MEMORY,
      });
      const { bytes: full, width, height, preview = full } = image;
      const sizes = { width, height, bytes: full.length, durationMs: null };
      const { dhash } = image.hashes;
      return { full, preview, blur: blurOf(image), dhash, ...sizes, contentType: IMAGE_TYPE };
    },
    async video(source, folder) {
      const { file, poster, bytes, width, height, durationMs } = await videos.write({ source, folder });
      const image = await images.write({
        source: poster,
        kinds: ['png'],
        maxSide: PREVIEW_SIDE,
        blurSide: BLUR_SIDE,
      });
      const still = { preview: image.bytes, blur: blurOf(image), dhash: image.hashes.dhash };
      return { full: file, ...still, width, height, bytes, durationMs, contentType: VIDEO_TYPE };
    },
  };
}

function blurOf({ blur }: RewrittenImage): string {
  if (!blur) throw new Error('a picture came back without its stand-in');
  return `data:${IMAGE_TYPE};base64,${Buffer.from(blur).toString('base64')}`;
}
