import { AVATAR_SIDE, AVATAR_SMALL_SIDE } from '@adda/contract/profiles';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDisk } from './files/files.fixture.ts';
import { bombOf } from './hostile-pictures.fixture.ts';
import { startMedia, type MediaFixture } from './media.fixture.ts';
import { bitmap, colorAt, delaysOf, halves, moving, rotatedWithLocation } from './pictures.fixture.ts';

let fixture: MediaFixture;
beforeAll(async () => {
  fixture = await startMedia();
});
afterAll(() => fixture.stop());

/** Stores a user's profile picture. Returns its URL. */
async function kept(picture: Uint8Array): Promise<string> {
  const { userId } = await fixture.person();
  return fixture.media.avatars.fromFile(userId, await onDisk(picture));
}

describe('PR-17: a profile picture', () => {
  it('is cropped to a centred square in two sizes, upright and without location data', async () => {
    const url = await kept(await rotatedWithLocation().resize(1500, 1000).jpeg().toBuffer());
    expect(url).toMatch(/^\/media\/avatars\/[0-9a-f]{32}$/);
    for (const [query, side] of [
      ['', AVATAR_SIDE],
      ['?size=small', AVATAR_SMALL_SIDE],
    ] as const) {
      const { status, bytes } = await fixture.open(url + query);
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: side, height: side });
      expect(bytes.toString('latin1')).not.toMatch(/Nadia|EXIF|GPS/);
      expect(await colorAt(bytes, 0.5, 0.1)).toBe('red');
      expect(await colorAt(bytes, 0.5, 0.9)).toBe('blue');
    }
  });

  it('is not enlarged when small, and an animation becomes a still', async () => {
    const small = await fixture.open(await kept(await halves(60, 40).png().toBuffer()));
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 40, height: 40 });
    const gif = await moving(5, 200)
      .gif({ delay: delaysOf(5) })
      .toBuffer();
    const still = await sharp((await fixture.open(await kept(gif))).bytes).metadata();
    expect(still).toMatchObject({ width: 200, height: 200 });
    expect(still.pages ?? 1).toBe(1);
  });

  it('may be cached publicly for a year, because its URL never shows another picture', async () => {
    const { headers } = await fixture.open(await kept(await halves().png().toBuffer()));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    ['a bitmap', async () => bitmap({ depth: 24 })],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['14,000 by 14,000 pixels', async () => bombOf(14_000, 14_000)],
  ])('R-16: %s is refused', async (_name, make) => {
    await expect(kept(await make())).rejects.toMatchObject({ code: 'invalid_image_format' });
  });

  it('PR-18: may be imported from an external URL; one that fails is refused', async () => {
    const { userId } = await fixture.person();
    const address = fixture.pictures.serve('/me.bmp', bitmap({ depth: 24 }));
    const url = await fixture.media.avatars.fromUrl(userId, address);
    expect((await sharp((await fixture.open(url)).bytes).metadata()).width).toBe(40);
    const nowhere = address.replace('me.bmp', 'nobody.png');
    for (const bad of [nowhere, 'http://127.0.0.1/x.png', 'file:///etc/passwd'])
      await expect(fixture.media.avatars.fromUrl(userId, bad), bad).rejects.toMatchObject({
        code: 'image_url_failed',
      });
  });
});

describe('not a profile picture', () => {
  it('R-15: an image of a chat and a file of a post are not served as profile pictures', async () => {
    const { userId } = await fixture.person();
    const address = fixture.pictures.serve('/chat.png', await halves(900, 900).png().toBuffer());
    const { id } = await fixture.media.importFromUrl(userId, address);
    const file = await fixture.media.files.receive({
      ownerId: userId,
      path: await onDisk(await halves().png().toBuffer()),
    });
    for (const one of [id, `${id}-small`, file.id, `${file.id}-source`, 'x', 'f'.repeat(32), '..%2f..%2fx'])
      for (const query of ['', '?size=small']) {
        const answer = await fixture.open(`/media/avatars/${one}${query}`);
        expect({ status: answer.status, code: answer.code }, one).toEqual({
          status: 404,
          code: 'image_not_found',
        });
      }
    expect((await fixture.open(`/media/avatars/${id}?size=huge`)).status).toBe(422);
  });

  it('a replaced one is deleted with its row; any other URL is ignored', async () => {
    const [old, other] = [
      await kept(await halves().png().toBuffer()),
      await kept(await halves().png().toBuffer()),
    ];
    await fixture.media.avatars.remove(old);
    for (const url of ['', 'https://a.example/x.png', '/media/avatars/', '/media/avatars/../x', old])
      await fixture.media.avatars.remove(url);
    expect((await fixture.open(old)).status).toBe(404);
    expect((await fixture.open(other)).status).toBe(200);
    const id = old.split('/').at(-1) ?? '';
    expect(
      await fixture.database.db.selectFrom('images').select('id').where('id', '=', id).execute(),
    ).toEqual([]);
  });

  it('SV-104: one in use is never removed as unused', async () => {
    const url = await kept(await halves().png().toBuffer());
    fixture.passSeconds(48 * 3600);
    const { database, jobs } = fixture;
    await database.transaction((tx) => jobs.enqueue(tx, 'media.unused-images', null));
    await jobs.runPending();
    expect((await fixture.open(url)).status).toBe(200);
  });
});
