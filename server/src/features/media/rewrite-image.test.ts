import { IMAGE_MAX_FRAMES, IMAGE_MAX_PIXELS } from '@adda/contract/media';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bombOf, gifOfFrames } from './hostile-pictures.fixture.ts';
import { bitmap, colorAt, delaysOf, halves, kinds, moving, rotatedWithLocation } from './pictures.fixture.ts';
import { rewriteImage } from './rewrite-image.codec.ts';

const refused = { name: 'UnusableImage' };

describe('R-16: accepted pictures', () => {
  it.each(Object.entries(kinds))('%s is decoded and re-encoded', async (_kind, make) => {
    const original = await make();
    const { bytes, width, height } = await rewriteImage(original);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
    expect([60, 61]).toContain(width);
    expect(height).toBe(40);
    expect(await colorAt(bytes, 0.1, 0.1)).toBe('red');
    expect(await colorAt(bytes, 0.9, 0.9)).toBe('blue');
    expect(Buffer.from(bytes).equals(original)).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('a %s loses its location data and is upright', async (kind) => {
    const original = await rotatedWithLocation()[kind]().toBuffer();
    expect(original.toString('latin1')).toContain('Nadia');
    expect((await sharp(original).metadata()).orientation).toBe(6);

    const { bytes, width, height } = await rewriteImage(original);
    expect([width, height]).toEqual([40, 60]);
    expect(await colorAt(bytes, 0.5, 0.1)).toBe('red');
    expect(await colorAt(bytes, 0.5, 0.9)).toBe('blue');
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Nadia|EXIF|XMP/);
  });

  it.each(['gif', 'webp'] as const)('an animated %s stays animated', async (kind) => {
    const options = { delay: delaysOf(5), loop: 3 };
    const original = await moving(5)[kind](options).toBuffer();
    const { bytes, width, height } = await rewriteImage(original);
    expect([width, height]).toEqual([20, 20]);
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 5, delay: delaysOf(5), loop: 3 });
  });

  it('a large animation is reduced, so that all its frames together stay within the limit', async () => {
    const original = await moving(60, 1000)
      .gif({ delay: delaysOf(60), effort: 1 })
      .toBuffer();
    const { bytes, width } = await rewriteImage(original);
    expect(width).toBeLessThan(1000);
    expect(width ** 2 * 60).toBeLessThanOrEqual(IMAGE_MAX_PIXELS);
    expect((await sharp(bytes).metadata()).pages).toBe(60);
  });

  it('a still of an animation can be requested', async () => {
    const original = await moving(5)
      .gif({ delay: delaysOf(5) })
      .toBuffer();
    const { bytes } = await rewriteImage(original, { animated: false });
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
  });

  it('the longest side is at most 1600 pixels, with the same proportions', async () => {
    const { width, height } = await rewriteImage(await halves(2000, 500).png().toBuffer());
    expect([width, height]).toEqual([1600, 400]);
  });

  it('transparency is preserved', async () => {
    const clear = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { bytes } = await rewriteImage(clear);
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });
});

describe('R-16: refused pictures', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

  it.each([
    ['nothing', ''],
    ['SVG', svg],
    ['SVG after a declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.4\n%%EOF'],
    ['SVG with a GIF signature', `GIF89a${svg}`],
    ['HTML with a bitmap signature', 'BM<!doctype html><script>alert(1)</script>'.padEnd(200)],
    ['SVG with a webp signature', `RIFF    WEBPVP8 ${svg}`],
  ])('%s', async (_name, text) => {
    await expect(rewriteImage(Buffer.from(text))).rejects.toMatchObject(refused);
  });

  it.each(['tiff', 'avif'] as const)('%s', async (kind) => {
    await expect(rewriteImage(await halves()[kind]().toBuffer())).rejects.toMatchObject(refused);
  });

  it.each(Object.entries(kinds))('a truncated %s', async (_kind, make) => {
    const whole = await make();
    for (const share of [0.2, 0.6, 0.9]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      await expect(rewriteImage(part), `${share}`).rejects.toMatchObject(refused);
    }
  });

  it('an animation truncated between or within its frames', async () => {
    const whole = await moving(8, 60)
      .gif({ delay: delaysOf(8) })
      .toBuffer();
    for (const share of [0.3, 0.5, 0.7, 0.9]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      await expect(rewriteImage(part), `${share}`).rejects.toMatchObject(refused);
    }
  });

  it.each([
    ['a PNG of 900 megapixels', () => bombOf(30_000, 30_000)],
    ['a GIF of 10,000 frames', () => gifOfFrames(10_000)],
    ['a PNG of 41 megapixels', () => bombOf(41_000, 1000)],
    [
      'a bitmap of 4 gigapixels in 54 bytes',
      () => bitmap({ depth: 1, width: 1, height: 1 }).fill(0x7f, 18, 25),
    ],
    ['a bitmap of 13 megapixels', () => bitmap({ depth: 1, width: 13_000, height: 1000 })],
  ])('%s, before decoding', async (_name, make) => {
    const bomb = make();
    const before = performance.now();
    await expect(rewriteImage(bomb)).rejects.toMatchObject(refused);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('a picture that would need too much decoder memory, although it is not too large', async () => {
    const wide = () => halves(7000, 5000);
    const progressive = { progressive: true, chromaSubsampling: '4:4:4' } as const;
    await expect(rewriteImage(await wide().jpeg(progressive).toBuffer())).rejects.toThrow('too large');
    const film = await moving(70, 900)
      .webp({ delay: delaysOf(70), effort: 0 })
      .toBuffer();
    await expect(rewriteImage(film)).rejects.toThrow('too large');
    await expect(rewriteImage(film, { animated: false })).resolves.toMatchObject({ width: 900 });
    await expect(rewriteImage(await wide().jpeg().toBuffer())).resolves.toMatchObject({ width: 1600 });
  });

  it('more frames than allowed', async () => {
    const most = await moving(IMAGE_MAX_FRAMES, 2)
      .webp({ delay: delaysOf(IMAGE_MAX_FRAMES) })
      .toBuffer();
    const over = await moving(IMAGE_MAX_FRAMES + 1, 2)
      .webp({ delay: delaysOf(IMAGE_MAX_FRAMES + 1) })
      .toBuffer();
    expect((await sharp((await rewriteImage(most)).bytes).metadata()).pages).toBe(IMAGE_MAX_FRAMES);
    await expect(rewriteImage(over)).rejects.toMatchObject(refused);
  });

  it('bitmaps with a malicious palette or layout', async () => {
    const withByte = (at: number, value: number) => {
      const picture = bitmap({ depth: 8 });
      picture[at] = value;
      return picture;
    };
    for (const picture of [
      withByte(47, 0xff),
      withByte(30, 1),
      withByte(28, 7),
      withByte(14, 12),
      withByte(10, 0),
    ])
      await expect(rewriteImage(picture)).rejects.toMatchObject(refused);
  });
});
