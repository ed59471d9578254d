import { AVATAR_SIDE } from '@adda/contract/profiles';
import type { Area } from 'react-easy-crop';

/**
 * Returns the selected square of a picture, in the displayed orientation, as a webp of at most `AVATAR_SIDE` pixels. Throws
 * where the browser can't read the picture.
 */
export async function cropFile(file: File, { x, y, width, height }: Area): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const side = Math.max(1, Math.min(AVATAR_SIDE, Math.round(width)));
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, x, y, width, height, 0, 0, side, side);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return new File([blob], `picture.${blob.type.slice('image/'.length)}`, { type: blob.type });
  } finally {
    // Frees up to a hundred megabytes at once instead of at the next garbage collection.
    picture.close();
  }
}
