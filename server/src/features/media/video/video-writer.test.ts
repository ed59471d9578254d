import { POST_MAX_SIDE, VIDEO_MAX_SIDE } from '@adda/contract/media';
import { describe, expect, it } from 'vitest';
import { colorAt } from '../pictures.fixture.ts';
import { rewritten } from './rewriting.fixture.ts';
import { boxAt, makeVideo, probe, rotated, type VideoRecipe } from './videos.fixture.ts';

/** Asserts that the video is playable everywhere. Returns its properties. */
async function played(bytes: Buffer) {
  const seen = await probe(bytes);
  expect(seen).toMatchObject({ format: expect.stringContaining('mp4') });
  expect(seen.tracks.map(({ codec }) => codec)).toEqual(seen.tracks.length > 1 ? ['h264', 'aac'] : ['h264']);
  expect(boxAt(bytes, 'moov'), 'it plays while it loads').toBeLessThan(boxAt(bytes, 'mdat'));
  return seen;
}

describe('SV-58, R-16: a video of a post', () => {
  it("that every browser plays is copied without the camera's metadata", async () => {
    const metadata = {
      location: '+09.9674+076.2454/',
      title: 'Nadia',
      comment: 'at home',
      date: '2026-01-02',
    };
    const source = await makeVideo({ sound: 'aac', metadata });
    expect(source.toString('latin1')).toMatch(/09\.967[^]*Nadia/);
    const video = await rewritten(source);
    expect(video).toMatchObject({ width: 160, height: 120, durationMs: 1000, bytes: video.content.length });
    expect(video.content.toString('latin1')).not.toMatch(/09\.967|Nadia|at home|2026|Lavf|x264/);
    const seen = await played(video.content);
    expect(seen.metadata).not.toHaveProperty('location');
    expect(seen.tracks).toHaveLength(2);
    expect(await colorAt(video.picture, 0.1, 0.8)).toBe('red');
    expect(await colorAt(video.picture, 0.9, 0.8)).toBe('blue');
  });

  it.each([
    ['MOV with sound that browsers can’t play', { container: 'mov', sound: 'pcm_s16le' }],
    ['AVI with MPEG-4 and MP3', { container: 'avi', codec: 'mpeg4', sound: 'libmp3lame' }],
    ['AVI with Motion JPEG and uncompressed sound', { container: 'avi', codec: 'mjpeg', sound: 'pcm_s16le' }],
    ['AVI with H.264', { container: 'avi' }],
    ['MP4 with HEVC', { codec: 'libx265', sound: 'aac' }],
    ['MOV with ten bits', { container: 'mov', codec: 'libx265', pixels: 'yuv420p10le' }],
    ['MP4 with colours that not every browser plays', { pixels: 'yuv444p', sound: 'aac' }],
    ['MOV with ProRes', { container: 'mov', codec: 'prores', pixels: 'yuv422p10le' }],
    ['MOV with MPEG-2', { container: 'mov', codec: 'mpeg2video' }],
  ] as const satisfies readonly (readonly [string, VideoRecipe])[])(
    'FE-23: %s becomes MP4',
    async (_name, recipe) => {
      const video = await rewritten(await makeVideo(recipe));
      const { seconds, tracks } = await played(video.content);
      expect(video).toMatchObject({ width: 160, height: 120 });
      expect(seconds).toBeCloseTo(1, 0);
      expect(tracks).toHaveLength('sound' in recipe ? 2 : 1);
      expect(tracks[0]).toMatchObject({ width: 160, height: 120 });
      expect(await colorAt(video.picture, 0.1, 0.8)).toBe('red');
    },
  );

  it.each([
    [0, 160, 120, 'left'],
    [1, 120, 160, 'top'],
    [2, 160, 120, 'right'],
    [3, 120, 160, 'bottom'],
  ] as const)(
    'rotated by %i quarter turns is displayed %i by %i, red at the %s',
    async (quarters, width, height, side) => {
      const [x, y] = { left: [0.1, 0.8], right: [0.9, 0.8], top: [0.8, 0.1], bottom: [0.8, 0.9] }[side];
      for (const codec of ['libx264', 'mpeg4']) {
        const video = await rewritten(rotated(await makeVideo({ container: 'mov', codec }), quarters));
        expect(video, codec).toMatchObject({ width, height });
        expect(await colorAt(video.picture, x ?? 0, y ?? 0), codec).toBe('red');
        const [track] = (await played(video.content)).tracks;
        // A copied video still instructs the player to rotate; a re-encoded one has rotated pixels.
        const isTurned = codec === 'libx264' ? track?.isTurned : track?.height === height && !track.isTurned;
        expect(isTurned, codec).toBe(codec === 'mpeg4' || quarters > 0);
      }
    },
  );

  it('a mirrored one is re-encoded, because not every player mirrors it', async () => {
    const video = await rewritten(rotated(await makeVideo(), 2, true));
    expect((await played(video.content)).tracks[0]?.isTurned).toBe(false);
    expect(await colorAt(video.picture, 0.9, 0.8)).toBe('red');
  });

  it('a large one is reduced; a small one keeps its size', async () => {
    const large = await rewritten(await makeVideo({ width: POST_MAX_SIDE + 80, height: 1000, frames: 3 }));
    expect(large).toMatchObject({ width: VIDEO_MAX_SIDE, height: VIDEO_MAX_SIDE / 2 });
    const fitting = await rewritten(await makeVideo({ width: POST_MAX_SIDE, height: 960, frames: 3 }));
    expect(fitting).toMatchObject({ width: POST_MAX_SIDE, height: 960 });
  });

  it('odd sides become even', async () => {
    const source = await makeVideo({ container: 'avi', codec: 'mjpeg', width: 161, height: 121 });
    expect(await rewritten(source)).toMatchObject({ width: 160, height: 120 });
  });

  it.each(['pcm_s16le', 'libmp3lame'])(
    'one with a silent sound track (%s) without samples is a video',
    async (sound) => {
      const source = await makeVideo({ container: 'avi', codec: 'mpeg4', sound });
      for (let at = source.indexOf('01wb'); at > 0; at = source.indexOf('01wb', at + 4))
        source.write('JUNK', at);
      const { content } = await rewritten(source);
      expect((await probe(content)).tracks[0]).toMatchObject({ codec: 'h264', width: 160 });
    },
  );

  it('one of a single frame is a video', async () => {
    expect(await rewritten(await makeVideo({ frames: 1 }))).toMatchObject({ width: 160, height: 120 });
  });
});

describe('R-16: the video process is limited', () => {
  it.each([
    ['memory', { maxBytes: 1 }, 'needs too much memory'],
    ['processor time', { cpuSeconds: 0.001 }, 'needs too much time'],
  ])('in %s, with a message', async (_name, limits, message) => {
    const source = await makeVideo({ codec: 'mpeg4', frames: 100 });
    await expect(rewritten(source, limits)).rejects.toMatchObject({ name: 'UnusableVideo', message });
  });

  it('in time, without marking the video as unusable', async () => {
    const source = await makeVideo({ codec: 'mpeg4', frames: 100 });
    await expect(rewritten(source, { wallMs: 20 })).rejects.toMatchObject({ name: 'VideoInterrupted' });
  });
});
