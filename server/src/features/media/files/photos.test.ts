import { BLUR_SIDE, POST_MAX_SIDE, PREVIEW_SIDE } from '@adda/contract/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bombOf, gifOfFrames } from '../hostile-pictures.fixture.ts';
import { startMedia, type MediaFixture } from '../media.fixture.ts';
import {
  bitmap,
  colorAt,
  delaysOf,
  halves,
  kinds,
  moving,
  rotatedWithLocation,
} from '../pictures.fixture.ts';
import { filesOf } from './files.fixture.ts';

let fixture: MediaFixture;
let files: ReturnType<typeof filesOf>;
beforeAll(async () => {
  fixture = await startMedia();
  files = filesOf(fixture);
});
afterAll(() => fixture.stop());

/** Asserts that the bytes exist. */
function existing(bytes: Buffer | undefined): Buffer {
  expect(bytes).toBeDefined();
  return bytes ?? Buffer.alloc(0);
}

describe('SV-58, R-16: a photo of a post', () => {
  it('is re-encoded: upright, without location data, with its size, a preview and a placeholder', async () => {
    const row = await files.written(await rotatedWithLocation().jpeg().toBuffer(), 'photo.jpg');
    expect(row).toMatchObject({
      kind: 'image',
      state: 'ready',
      tries: 1,
      original_filename: 'photo.jpg',
      content_type: 'image/webp',
      width: 40,
      height: 60,
      duration_ms: null,
      has_preview: true,
    });
    const full = existing(await files.served(row.id));
    expect(full.length).toBe(row.bytes);
    for (const picture of [full, existing(await files.served(row.id, 'preview'))]) {
      expect(picture.toString('latin1')).not.toMatch(/Nadia|EXIF|GPS/);
      expect(await colorAt(picture, 0.5, 0.1)).toBe('red');
      expect(await colorAt(picture, 0.5, 0.9)).toBe('blue');
    }
  });

  it('R-14: the placeholder is a picture of a few pixels', async () => {
    const { blur } = await files.written(await halves(1000, 500).png().toBuffer());
    expect(blur).toMatch(/^data:image\/webp;base64,[\w+/=]+$/);
    const metadata = await sharp(Buffer.from(blur?.split(',')[1] ?? '', 'base64')).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: BLUR_SIDE, height: BLUR_SIDE / 2 });
    expect(metadata.exif).toBeUndefined();
    expect((blur ?? '').length).toBeLessThan(400);
  });

  it('a large one is reduced, its preview further', async () => {
    const { id, width, height } = await files.written(await halves(4000, 2000).png().toBuffer());
    expect([width, height]).toEqual([POST_MAX_SIDE, POST_MAX_SIDE / 2]);
    expect((await sharp(existing(await files.served(id))).metadata()).width).toBe(POST_MAX_SIDE);
    expect((await sharp(existing(await files.served(id, 'preview'))).metadata()).width).toBe(PREVIEW_SIDE);
  });

  it.each(['gif', 'webp'] as const)('an animated %s stays animated, its preview is a still', async (kind) => {
    const picture = moving(5)[kind]({ delay: delaysOf(5) });
    const { id } = await files.written(await picture.toBuffer());
    expect(await sharp(existing(await files.served(id))).metadata()).toMatchObject({
      format: 'webp',
      pages: 5,
      delay: delaysOf(5),
    });
    expect((await sharp(existing(await files.served(id, 'preview'))).metadata()).pages ?? 1).toBe(1);
  });

  it.each(['jpeg', 'png', 'gif', 'webp'])('FE-23: %s is accepted, whatever its file name', async (kind) => {
    const { state } = await files.written((await kinds[kind]?.()) ?? Buffer.alloc(0), 'x.exe');
    expect(state).toBe('ready');
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0', 'latin1');

describe('R-16: a file that is no photo or video by its content is refused on upload', () => {
  it.each([
    ['SVG', Buffer.from(svg)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a bitmap', bitmap({ depth: 24 })],
    ['HEIC', heic],
    ['AVIF', Buffer.from(heic.toString('latin1').replaceAll('heic', 'avif'), 'latin1')],
    [
      'an audio file in the container of a video',
      Buffer.from(heic.toString('latin1').replaceAll('heic', 'M4A '), 'latin1'),
    ],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['a concat list', Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['WAV', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
    ['Matroska', Buffer.from('1a45dfa3a34286810142f7810142f2810442f381', 'hex')],
    ['MPEG', Buffer.from('000001ba44000400', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['a few letters', Buffer.from('ftyp')],
  ])('%s', async (_name, bytes) => {
    await expect(files.receive(bytes, 'x.mp4')).rejects.toMatchObject({
      code: 'unsupported_media_type',
      status: 415,
    });
    expect(await fixture.database.db.selectFrom('media_files').where('kind', '=', 'video').execute()).toEqual(
      [],
    );
  });
});

describe('R-16: a file that only looks like a photo fails when it is decoded, and the next one is processed', () => {
  it.each([
    ['14,000 by 14,000 pixels', () => bombOf(14_000, 14_000)],
    ['10,000 frames', () => gifOfFrames(10_000)],
    ['a truncated picture', async () => (await halves(900, 900).png().toBuffer()).subarray(0, 900)],
    ['a script with a GIF signature', () => Buffer.from('GIF89a=1;/*'.padEnd(400, ' ') + '*/alert(1)')],
    ['a picture with SVG inside', () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
  ])('%s', async (_name, make) => {
    const { id, state, tries } = await files.written(await make());
    expect({ state, tries }).toEqual({ state: 'failed', tries: 1 });
    expect(await files.served(id)).toBeUndefined();
    expect((await fixture.keptFiles()).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await files.written(await halves().png().toBuffer())).state).toBe('ready');
  });
});
