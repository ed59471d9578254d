import {
  COMPRESS_ABOVE_BYTES,
  COMPRESSED_QUALITY,
  COMPRESSED_SIDE,
  IMAGE_FILE_TYPES,
  IMAGE_MAX_BYTES,
} from '@adda/contract/media';

/** Why a chosen file can't be sent as an image; the texts of the specification, which callers translate. */
export type ImageFileProblem = 'Invalid image format' | 'Image size exceeds 10MB';

/** Checks a chosen file before compression (PC-32, PC-33, X-46); returns undefined if it may be sent. */
export function checkImageFile(file: File): ImageFileProblem | undefined {
  const types: readonly string[] = IMAGE_FILE_TYPES;
  if (!types.includes(file.type.toLowerCase())) return 'Invalid image format';
  return file.size > IMAGE_MAX_BYTES ? 'Image size exceeds 10MB' : undefined;
}

/** Whether a file is compressed before upload (PC-34); an animated image then loses its animation. */
export const isCompressed = (file: File): boolean => file.size > COMPRESS_ABOVE_BYTES;

/** Returns the size in pixels that fits into a square of `side`, never larger than the original. */
export function fitInside(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * Converts a file above 2 MB to a webp whose longest side is 1000 pixels (PC-34), with its orientation
 * applied; returns any other file unchanged. If the browser can't write webp, the result is a PNG of that
 * size, which the server accepts too. Throws Error('Image compression failed') if the browser can't decode
 * the picture (PC-38).
 */
export async function compressImage(file: File): Promise<File> {
  if (!isCompressed(file)) return file;
  try {
    return await redraw(file);
  } catch (cause) {
    throw new Error('Image compression failed', { cause });
  }
}

async function redraw(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = fitInside(picture.width, picture.height, COMPRESSED_SIDE);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: COMPRESSED_QUALITY });
    const name = file.name.replace(/\.[^.]*$/, '');
    return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type });
  } finally {
    // A large bitmap takes about 100 MB and would be garbage-collected late.
    picture.close();
  }
}
