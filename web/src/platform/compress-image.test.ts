import { COMPRESS_ABOVE_BYTES, COMPRESSED_SIDE, IMAGE_MAX_BYTES } from '@adda/contract/media';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkImageFile, compressImage, fitInside } from './compress-image.ts';

function fileOf({ size = 10, type = 'image/jpeg', name = 'sunset.at.sea.jpg' }) {
  return new File([new Uint8Array(size)], name, { type });
}

describe('a chosen file', () => {
  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'IMAGE/PNG'])(
    'PC-32: type %s is accepted',
    (type) => {
      expect(checkImageFile(fileOf({ type }))).toBeUndefined();
    },
  );

  it.each(['', 'image/svg+xml', 'image/bmp', 'text/html', 'image/jpeg2000'])(
    'PC-32: type %j is not an image',
    (type) => {
      expect(checkImageFile(fileOf({ type }))).toBe('Invalid image format');
    },
  );

  it('PC-33, X-46: the limit is exactly 10 MB, although the file would be compressed', () => {
    expect(checkImageFile(fileOf({ size: IMAGE_MAX_BYTES }))).toBeUndefined();
    expect(checkImageFile(fileOf({ size: IMAGE_MAX_BYTES + 1 }))).toBe('Image size exceeds 10MB');
  });
});

it.each([
  [4000, 3000, 1000, 750],
  [3000, 4000, 750, 1000],
  [1000, 1000, 1000, 1000],
  [640, 480, 640, 480],
  [9000, 2, 1000, 1],
])('PC-34: %i × %i becomes %i × %i', (width, height, newWidth, newHeight) => {
  expect(fitInside(width, height, COMPRESSED_SIDE)).toEqual({ width: newWidth, height: newHeight });
});

/** Replaces the browser's canvas, because the simulated DOM draws nothing; records its calls. */
class Canvas {
  static last: Canvas | undefined;
  static type = 'image/webp';
  drawn: unknown[] = [];
  asked: unknown;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    Canvas.last = this;
  }
  getContext() {
    return { drawImage: (...drawn: unknown[]) => (this.drawn = drawn) };
  }
  async convertToBlob(asked: unknown) {
    this.asked = asked;
    return new Blob(['small'], { type: Canvas.type });
  }
}

describe('compression', () => {
  const picture = { width: 4000, height: 2000, close: vi.fn() };
  const read = vi.fn(async (_file: File, _options: unknown) => picture);
  const large = () => fileOf({ size: COMPRESS_ABOVE_BYTES + 1 });
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', read);
    vi.stubGlobal('OffscreenCanvas', Canvas);
    read.mockResolvedValue(picture);
    read.mockClear();
    picture.close.mockClear();
    Canvas.type = 'image/webp';
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('PC-34, CO-32: leaves a 2 MB file unchanged', async () => {
    const file = fileOf({ size: COMPRESS_ABOVE_BYTES });
    expect(await compressImage(file)).toBe(file);
    expect(read).not.toHaveBeenCalled();
  });

  it('PC-34, CO-32: converts a larger file to an upright webp of 1000 pixels and quality 0.6', async () => {
    const file = large();
    const small = await compressImage(file);
    expect(read).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
    expect(Canvas.last).toMatchObject({ width: 1000, height: 500, drawn: [picture, 0, 0, 1000, 500] });
    expect(Canvas.last?.asked).toEqual({ type: 'image/webp', quality: 0.6 });
    expect({ name: small.name, type: small.type, text: await small.text() }).toEqual({
      name: 'sunset.at.sea.webp',
      type: 'image/webp',
      text: 'small',
    });
    expect(picture.close).toHaveBeenCalledOnce();
  });

  it('names the format actually written if the browser has no webp', async () => {
    Canvas.type = 'image/png';
    expect(await compressImage(large())).toMatchObject({ name: 'sunset.at.sea.png', type: 'image/png' });
  });

  it('PC-38: fails with the specified message', async () => {
    read.mockRejectedValue(new Error('not an image'));
    await expect(compressImage(large())).rejects.toThrow('Image compression failed');
  });
});
