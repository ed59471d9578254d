import { IMAGE_MAX_FRAMES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@adda/contract/media';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { decodeBmp } from './bmp.ts';
import { createGate } from './gate.ts';
import { isWholeGif } from './gif-blocks.ts';
import { imageKindOf } from './image-kind.ts';
import { UnusableImage } from './unusable-image.ts';

const DECODE_SECONDS = 20;
/** All frames of an animation together; each by itself may be as large as any image. */
const MAX_PIXELS_OF_ALL_FRAMES = 4 * IMAGE_MAX_PIXELS;
/** Bitmaps are decoded slowly; in 10 MB only those of 1 or 4 bits could be larger, which nobody sends. */
const MAX_PIXELS_OF_BITMAP = 12_000_000;
const AT_ONCE = 2;
const WAITING = 30;
const QUALITY = 80;
/** A light effort: of an animation it halves the time and costs a tenth more bytes. */
const EFFORT = 2;

// Only what reads the four kinds stays open, so that no SVG, PDF or other reader is ever reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
// No two people send the same image at the same moment; the memory is better left free.
sharp.cache(false);

/** What every image is kept as. */
export const IMAGE_TYPE = 'image/webp';

/** An image as it is kept: webp without any metadata; width and height in pixels of one frame. */
export type RewrittenImage = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

export type RewriteOptions = {
  /** Longest side of the result in pixels; smaller images stay as they are. */
  readonly maxSide?: number;
  /** Whether an animation keeps moving; otherwise its first frame is taken. */
  readonly animated?: boolean;
};

const gate = createGate({ atOnce: AT_ONCE, waiting: WAITING });

/**
 * Decodes a picture and writes it anew: the kind is decided by content, the orientation is applied, metadata is
 * gone, an animation keeps its motion. Two at once, the others wait. Throws `UnusableImage` for whatever is no such
 * picture or goes beyond the limits, and `GateFullError` when too many wait.
 */
export function rewriteImage(
  bytes: Uint8Array,
  { maxSide = IMAGE_MAX_SIDE, animated = true }: RewriteOptions = {},
): Promise<RewrittenImage> {
  return gate(async () => {
    try {
      return await write(await openImage(bytes, animated), maxSide);
    } catch (error) {
      if (error instanceof UnusableImage) throw error;
      throw new UnusableImage('image not decoded', { cause: error });
    }
  });
}

async function openImage(bytes: Uint8Array, animated: boolean): Promise<Sharp> {
  const kind = imageKindOf(bytes);
  if (!kind) throw new UnusableImage('no image');
  if (kind === 'bmp') return openBmp(bytes);
  if (kind === 'gif' && !isWholeGif(bytes)) throw new UnusableImage('image is cut off');
  const options: SharpOptions = { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true };
  const { format, width, height, pages = 1 } = await sharp(bytes, options).metadata();
  if (format !== kind) throw new UnusableImage('no image');
  if (pages > IMAGE_MAX_FRAMES || width * height > IMAGE_MAX_PIXELS) throw new UnusableImage('too large');
  if (pages === 1 || !animated) return sharp(bytes, options).autoOrient();
  if (width * height * pages > MAX_PIXELS_OF_ALL_FRAMES) throw new UnusableImage('too large');
  return sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS_OF_ALL_FRAMES, animated });
}

async function openBmp(bytes: Uint8Array): Promise<Sharp> {
  const limits = { maxPixels: MAX_PIXELS_OF_BITMAP, timeoutMs: DECODE_SECONDS * 1000 };
  const { pixels, width, height, hasAlpha } = await decodeBmp(bytes, limits);
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  return hasAlpha ? image : image.removeAlpha();
}

async function write(image: Sharp, maxSide: number): Promise<RewrittenImage> {
  const { data, info } = await image
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: EFFORT })
    .timeout({ seconds: DECODE_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}
