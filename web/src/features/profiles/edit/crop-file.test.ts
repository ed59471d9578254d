import { AVATAR_SIDE } from '@adda/contract/profiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cropFile } from './save-profile.ts';

/** jsdom draws nothing; this replaces the browser's canvas and records its calls. */
class Canvas {
  static last: Canvas | undefined;
  drawn: unknown[] = [];
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
  async convertToBlob({ type }: { type: string }) {
    return new Blob(['square'], { type });
  }
}

const file = new File(['x'], 'me.png', { type: 'image/png' });
const picture = { close: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal('createImageBitmap', vi.fn().mockResolvedValue(picture));
});
afterEach(() => vi.unstubAllGlobals());

describe('cropping a picture', () => {
  it.each([
    ['a large picture is scaled down to the stored size', 2000, AVATAR_SIDE],
    ['a small picture is not scaled up', 100, 100],
  ])('PR-17: %s', async (_what, width, side) => {
    const cropped = await cropFile(file, { x: 10, y: 20, width, height: width });
    expect([Canvas.last?.width, Canvas.last?.height]).toEqual([side, side]);
    expect(Canvas.last?.drawn).toEqual([picture, 10, 20, width, width, 0, 0, side, side]);
    expect([cropped.name, cropped.type]).toEqual(['picture.webp', 'image/webp']);
    expect(picture.close).toHaveBeenCalled();
  });

  it('uses the picture as it was shown, and fails where it can’t be read', async () => {
    const read = vi.fn().mockRejectedValue(new Error('no picture'));
    vi.stubGlobal('createImageBitmap', read);
    await expect(cropFile(file, { x: 0, y: 0, width: 1, height: 1 })).rejects.toThrow('no picture');
    expect(read).toHaveBeenCalledWith(file, { imageOrientation: 'from-image' });
  });
});
