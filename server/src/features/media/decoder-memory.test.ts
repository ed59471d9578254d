import { IMAGE_MAX_PIXELS } from '@adda/contract/media';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decoderBytes, webpKindOf } from './decoder-memory.policy.ts';
import { delaysOf, halves, moving, rotatedWithLocation } from './pictures.fixture.ts';
import { rewriteImage } from './rewrite-image.codec.ts';

const clear = () => halves().ensureAlpha(0.5);
const SIDES = { width: 8000, height: IMAGE_MAX_PIXELS / 8000 };

describe('R-16: the memory for a webp depends on how its pixels are packed', () => {
  it.each([
    ['lossy', () => halves().webp()],
    ['lossy', () => rotatedWithLocation().webp()],
    ['lossyWithAlpha', () => clear().webp()],
    ['lossless', () => halves().webp({ lossless: true })],
    ['lossless', () => rotatedWithLocation().webp({ lossless: true })],
    ['moving', () => moving(3).webp({ delay: delaysOf(3) })],
  ] as const)('%s', async (kind, make) => {
    expect(webpKindOf(await make().toBuffer())).toBe(kind);
  });

  it('a header that announces less than the actual content is ignored', async () => {
    const bytes = await clear().webp().toBuffer();
    expect(bytes.toString('latin1', 12, 16)).toBe('VP8X');
    bytes[20] = 0;
    expect(webpKindOf(bytes)).toBe('lossyWithAlpha');
  });

  it('a file without pixels, or with many chunks before them, counts as the maximum', () => {
    const head = Buffer.from('RIFF    WEBP');
    const empty = Buffer.from('XXXX\0\0\0\0');
    const pixels = Buffer.from('VP8 \0\0\0\0');
    expect(webpKindOf(head)).toBe('moving');
    expect(webpKindOf(Buffer.concat([head, Buffer.from('XXXX\xff\xff\xff\xff', 'latin1'), pixels]))).toBe(
      'moving',
    );
    expect(webpKindOf(Buffer.concat([head, empty, pixels]))).toBe('lossy');
    const hidden = Array.from({ length: 100 }, () => empty);
    expect(webpKindOf(Buffer.concat([head, ...hidden, pixels]))).toBe('moving');
  });

  it('a lossy one of the maximum size is accepted, a lossless one is refused', async () => {
    const blank = sharp({ create: { ...SIDES, channels: 3, background: 'red' } });
    const lossy = await blank.clone().webp({ effort: 0 }).toBuffer();
    await expect(rewriteImage(lossy)).resolves.toMatchObject({ width: 1600 });
    const whole = await blank.clone().webp({ effort: 0, lossless: true }).toBuffer();
    await expect(rewriteImage(whole)).rejects.toThrow('too large');
  });

  it('a lossy one with transparency needs less than a lossless one', async () => {
    const bytes = await clear().webp().toBuffer();
    const metadata = { ...(await sharp(bytes).metadata()), ...SIDES };
    expect(decoderBytes(bytes, metadata, 1)).toBe(3 * IMAGE_MAX_PIXELS);
    const whole = await clear().webp({ lossless: true }).toBuffer();
    expect(decoderBytes(whole, metadata, 1)).toBe(4 * IMAGE_MAX_PIXELS);
  });
});
