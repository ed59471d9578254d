import { createHash } from 'node:crypto';
import { IMAGE_MAX_FRAMES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@adda/contract/media/limits';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeBmp } from './bmp.codec.ts';
import { decoderBytes } from './decoder-memory.policy.ts';
import type { ImageJob, RewrittenImage, WrittenImage } from './media.types.ts';
import { UnusableImage, imageKindOf } from './media.policy.ts';
import { perceptualHashOf } from './perceptual-hash.codec.ts';

/** Memory limit of a decoder. With the process itself it stays below the limit of the process. */
const DECODER_BYTES = 140 * 1024 * 1024;
/** All frames of an animation together; each frame may be as large as any image. */
const MAX_PIXELS_OF_ALL_FRAMES = 4 * IMAGE_MAX_PIXELS;
/** All frames of a stored animation: larger ones are reduced, otherwise encoding would take too long. */
const KEPT_PIXELS_OF_ALL_FRAMES = IMAGE_MAX_PIXELS;
/** Bitmaps are decoded slowly. In 10 MB only those of 1 or 4 bits could be larger, and they are rare. */
const MAX_PIXELS_OF_BITMAP = 12_000_000;
const QUALITY = 80;
const BLUR_QUALITY = 50;
/** A low effort: for an animation it halves the time and costs a tenth more bytes. */
const EFFORT = 2;

// Only the readers of the four kinds are enabled, so that no SVG, PDF or other reader is ever used.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
// Identical images are rarely sent in sequence; the memory is better left free.
sharp.cache(false);
// The other cores are for the server.
sharp.concurrency(1);

type Opened = {
  readonly image: Sharp;
  readonly maxSide: number;
  readonly animated: boolean;
  readonly isSquare?: boolean | undefined;
};

/**
 * Decodes and re-encodes a picture: the kind is determined by content, the orientation is applied, metadata is
 * removed, an animation stays animated. For the image process only; other code uses an image writer. Throws
 * `UnusableImage` for anything that is no acceptable picture.
 */
export async function rewriteImage(
  bytes: Uint8Array,
  options: Omit<ImageJob, 'source'> = {},
): Promise<RewrittenImage> {
  try {
    const opened = await openImage(bytes, options);
    const { quality = QUALITY } = options;
    const full = await write(opened, quality);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const dhash = await hashOfWhole(bytes, full, options);
    const others = { ...(await writeSmall(full, opened, options)), ...(await writeStills(full, options)) };
    return { ...full, ...others, hashes: { sha256, dhash } };
  } catch (error) {
    if (error instanceof UnusableImage) throw error;
    throw new UnusableImage('image not decoded', { cause: error });
  }
}

/** A square contains only a part of the picture, so the original is read again. */
async function hashOfWhole(
  bytes: Uint8Array,
  full: WrittenImage,
  { isSquare = false, kinds }: Omit<ImageJob, 'source'>,
): Promise<string | null> {
  if (!isSquare) return perceptualHashOf(full.bytes);
  return perceptualHashOf((await openImage(bytes, { kinds, animated: false })).image);
}

async function writeSmall(
  full: WrittenImage,
  opened: Opened,
  { quality = QUALITY, smallSide = Infinity }: Omit<ImageJob, 'source'>,
): Promise<Pick<RewrittenImage, 'small'>> {
  if (Math.max(full.width, full.height) <= smallSide) return {};
  const again = sharp(full.bytes, { animated: opened.animated, limitInputPixels: false });
  const small = await write({ ...opened, image: again, maxSide: smallSide }, quality);
  return { small: small.bytes };
}

/** Derived from the re-encoded picture, which is safe and small. Few pixels need no higher quality. */
async function writeStills(
  full: WrittenImage,
  { quality = QUALITY, previewSide, blurSide }: Omit<ImageJob, 'source'>,
): Promise<Pick<RewrittenImage, 'preview' | 'blur'>> {
  const still = async (maxSide: number, ofQuality: number) =>
    (await write({ image: sharp(full.bytes), maxSide, animated: false }, ofQuality)).bytes;
  return {
    ...(previewSide !== undefined && { preview: await still(previewSide, quality) }),
    ...(blurSide !== undefined && { blur: await still(blurSide, BLUR_QUALITY) }),
  };
}

async function openImage(bytes: Uint8Array, options: Omit<ImageJob, 'source'>): Promise<Opened> {
  const { kinds, isSquare = false, maxSide = IMAGE_MAX_SIDE, animated = true } = options;
  const kind = imageKindOf(bytes);
  if (!kind || (kinds && !kinds.includes(kind))) throw new UnusableImage('no image');
  if (kind === 'bmp') return openBmp(bytes, { maxSide, isSquare });
  if (kind === 'gif' && !isWholeGif(bytes)) throw new UnusableImage('image is cut off');
  const reading: SharpOptions = { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true };
  const metadata = await sharp(bytes, reading).metadata();
  if (metadata.format !== kind) throw new UnusableImage('no image');
  const pages = animated ? (metadata.pages ?? 1) : 1;
  const side = pages === 1 ? maxSide : sideOfAnimation(metadata, maxSide, pages);
  checkSize(bytes, metadata, pages);
  if (pages === 1) {
    // Nothing is enlarged, and cropping must result in a square.
    const ofSquare = Math.min(maxSide, metadata.width, metadata.height);
    const image = sharp(bytes, reading).autoOrient();
    return { image, maxSide: isSquare ? ofSquare : maxSide, animated: false, isSquare };
  }
  const image = sharp(bytes, { ...reading, limitInputPixels: MAX_PIXELS_OF_ALL_FRAMES, animated });
  return { image, maxSide: side, animated: true };
}

function checkSize(bytes: Uint8Array, metadata: Metadata, moving: number): void {
  const { width, height, pages = 1 } = metadata;
  const pixels = width * height;
  const isTooLarge =
    pages > IMAGE_MAX_FRAMES ||
    pixels > IMAGE_MAX_PIXELS ||
    pixels * moving > MAX_PIXELS_OF_ALL_FRAMES ||
    decoderBytes(bytes, metadata, moving) > DECODER_BYTES;
  if (isTooLarge) throw new UnusableImage('too large');
}

/** Returns the longest side at which all frames together stay within the limit of a stored animation. */
function sideOfAnimation({ width, height }: Metadata, maxSide: number, pages: number): number {
  const longest = Math.max(width, height);
  const scale = Math.sqrt(KEPT_PIXELS_OF_ALL_FRAMES / (width * height * pages));
  return Math.max(1, Math.min(maxSide, Math.floor(longest * scale)));
}

function openBmp(bytes: Uint8Array, { maxSide, isSquare }: { maxSide: number; isSquare: boolean }): Opened {
  const { pixels, width, height, hasAlpha } = decodeBmp(bytes, MAX_PIXELS_OF_BITMAP);
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  const side = isSquare ? Math.min(maxSide, width, height) : maxSide;
  return { image: hasAlpha ? raw : raw.removeAlpha(), maxSide: side, animated: false, isSquare };
}

async function write({ image, maxSide, isSquare }: Opened, quality: number): Promise<WrittenImage> {
  const { data, info } = await image
    .resize({
      width: maxSide,
      height: maxSide,
      fit: isSquare ? 'cover' : 'inside',
      withoutEnlargement: !isSquare,
    })
    .webp({ quality, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

const COLOR_TABLE = 0x80;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Whether all blocks of a GIF are complete; the decoder itself would pad missing data. Reads no pixels. */
function isWholeGif(bytes: Uint8Array): boolean {
  const tableBytes = (flagsAt: number) => {
    const flags = bytes[flagsAt] ?? 0;
    return flags & COLOR_TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0;
  };
  let frames = 0;
  let at = 13 + tableBytes(10);
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === EXTENSION) {
      at = endOfParts(bytes, at + 2);
    } else if (bytes[at] === IMAGE) {
      frames += 1;
      at = endOfParts(bytes, at + 11 + tableBytes(at + 9));
    } else {
      return false;
    }
  }
  return frames > 0 && at <= bytes.length;
}

/** Returns the position after a sequence of length-prefixed sub-blocks; the last one is empty. */
function endOfParts(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    if (length === undefined) return Infinity;
    at += 1 + length;
  }
  return at + 1;
}
