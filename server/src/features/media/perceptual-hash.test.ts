import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DHASH_DISTANCE_MAX } from '@adda/contract/safety';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { perceptualHashOf } from './perceptual-hash.codec.ts';
import { halves, moving, rotatedWithLocation, scene } from './pictures.fixture.ts';
import { rewriteImage } from './rewrite-image.codec.ts';

const PHOTOS = path.join(import.meta.dirname, '../../seed/photos');
const NUMBERS = Array.from({ length: 30 }, (_, number) => number);

/** Returns the number of differing bits. */
function distance(one: string | null, other: string | null): number {
  if (one === null || other === null) return 64;
  const differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  return differing.toString(2).replaceAll('0', '').length;
}

/** Transformations of a picture that is passed on between users. */
const ways: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  'as a JPEG of low quality': (picture) => sharp(picture).jpeg({ quality: 30 }).toBuffer(),
  'as WebP of low quality': (picture) => sharp(picture).webp({ quality: 30 }).toBuffer(),
  'as a GIF of 64 colours': (picture) =>
    sharp(picture).resize({ width: 400 }).gif({ colours: 64, effort: 1 }).toBuffer(),
  'as a PNG': (picture) => sharp(picture).png().toBuffer(),
  reduced: (picture) => sharp(picture).resize({ width: 160 }).jpeg().toBuffer(),
  'in an odd width': (picture) => sharp(picture).resize({ width: 333 }).webp().toBuffer(),
  enlarged: (picture) => sharp(picture).resize({ width: 1500 }).jpeg({ quality: 60 }).toBuffer(),
  'stretched to a square': (picture) => sharp(picture).resize(500, 500, { fit: 'fill' }).jpeg().toBuffer(),
  lightened: (picture) => sharp(picture).linear(1.1, 6).jpeg().toBuffer(),
};

let pictures: (readonly [name: string, picture: Buffer])[];
beforeAll(async () => {
  const names = readdirSync(PHOTOS).filter((name) => name.endsWith('.webp'));
  pictures = [
    ...names.map((name) => [name, readFileSync(path.join(PHOTOS, name))] as const),
    ...(await Promise.all(
      NUMBERS.map(async (number) => [`scene ${number}`, await scene(number).png().toBuffer()] as const),
    )),
  ];
});

describe('SV-105: the perceptual hash of a picture', () => {
  it.each(Object.entries(ways))('stays within the distance %s', async (_way, change) => {
    for (const [name, picture] of pictures.slice(0, 16)) {
      const [before, after] = [
        await perceptualHashOf(picture),
        await perceptualHashOf(await change(picture)),
      ];
      expect(before, name).toMatch(/^[0-9a-f]{16}$/);
      expect(distance(before, after), name).toBeLessThanOrEqual(DHASH_DISTANCE_MAX);
    }
  });

  it('stays within the distance for a picture that was re-encoded here before', async () => {
    for (const [name, picture] of pictures.slice(0, 12)) {
      const first = await rewriteImage(picture);
      const again = await rewriteImage(first.bytes, { quality: 60, maxSide: 480 });
      expect(distance(first.hashes.dhash, again.hashes.dhash), name).toBeLessThanOrEqual(DHASH_DISTANCE_MAX);
      expect(first.hashes.sha256).not.toBe(again.hashes.sha256);
    }
  });

  it('of different pictures is beyond the distance', async () => {
    const hashes = await Promise.all(pictures.map(async ([, picture]) => perceptualHashOf(picture)));
    const near = pictures.flatMap(([name], at) =>
      pictures
        .slice(0, at)
        .filter((_, before) => distance(hashes[at] ?? null, hashes[before] ?? null) <= DHASH_DISTANCE_MAX)
        .map(([other]) => `${name} and ${other}`),
    );
    expect(near).toEqual([]);
  });

  it.each<[string, () => Sharp]>([
    ['plain', () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#aa3355' } })],
    ['in two halves', () => halves(600, 400)],
    [
      'that is fully transparent',
      () => sharp({ create: { width: 90, height: 80, channels: 4, background: '#0000' } }),
    ],
  ])('is null for a picture %s, which would match many others', async (_name, make) => {
    expect(await perceptualHashOf(await make().png().toBuffer())).toBeNull();
    expect(await perceptualHashOf(await make().jpeg({ quality: 40 }).toBuffer())).toBeNull();
  });

  it('is null for a plain gradient', async () => {
    const fade = Buffer.from(Array.from({ length: 256 * 64 }, (_, at) => at % 256));
    const image = sharp(fade, { raw: { width: 256, height: 64, channels: 1 } });
    expect(await perceptualHashOf(await image.png().toBuffer())).toBeNull();
    expect(await perceptualHashOf(await image.flop().png().toBuffer())).toBeNull();
  });

  it('covers the whole picture when it is cropped to a square', async () => {
    const picture = await scene(3, 900, 300).png().toBuffer();
    const square = await rewriteImage(picture, { isSquare: true, maxSide: 128, animated: false });
    expect([square.width, square.height]).toEqual([128, 128]);
    expect(distance(square.hashes.dhash, (await rewriteImage(picture)).hashes.dhash)).toBeLessThanOrEqual(
      DHASH_DISTANCE_MAX,
    );
  });

  it('covers the visible picture: upright, and the first frame of an animation', async () => {
    const upright = await scene(5).jpeg({ quality: 95 }).toBuffer();
    const turned = await sharp(await sharp(upright).rotate(-90).toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const hashOf = async (picture: Buffer) => (await rewriteImage(picture)).hashes.dhash;
    expect(distance(await hashOf(upright), await hashOf(turned))).toBeLessThanOrEqual(DHASH_DISTANCE_MAX);
    const frames = await Promise.all([5, 6].map((number) => scene(number).png().toBuffer()));
    const film = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [70, 70] })
      .toBuffer();
    expect((await sharp(film).metadata()).pages).toBe(2);
    expect(distance(await hashOf(upright), await hashOf(film))).toBeLessThanOrEqual(DHASH_DISTANCE_MAX);
    expect(await hashOf(await moving(3).gif().toBuffer())).toBeNull();
    expect(await hashOf(await rotatedWithLocation().jpeg().toBuffer())).toBeNull();
  });
});
