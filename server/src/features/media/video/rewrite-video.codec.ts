import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { POST_MAX_SIDE, PREVIEW_SIDE } from '@adda/contract/media/limits';
import { Encoder, type Decoder } from 'node-av/api';
import { FF_ENCODER_PNG } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { UnusableVideo } from '../media.policy.ts';
import type { RewrittenVideo, VideoJob } from '../media.types.ts';
import { openVideo, type OpenVideo, decoderOf, withOne, pixelFilter } from './open-video.codec.ts';
import { writeMp4 } from './write-mp4.codec.ts';

/**
 * Decodes and re-encodes a video (R-16, SV-58). For the video process only; other code uses a video writer. Throws
 * `UnusableVideo` for anything that is no acceptable video.
 */
export async function rewriteVideo({
  source,
  container,
  folder,
}: Pick<VideoJob, 'source' | 'container' | 'folder'>): Promise<RewrittenVideo> {
  const poster = path.join(folder, 'poster.png');
  const file = path.join(folder, 'video.mp4');
  await withVideo(source, container, (video) => writePoster(video, poster, PREVIEW_SIDE));
  const hasSound = await withVideo(source, container, canDecodeSound);
  await withVideo(source, container, (video) =>
    writeMp4(hasSound ? video : { ...video, sound: undefined }, file),
  );
  // The properties are read from the result, not from the claims of the upload.
  return withVideo(file, 'mp4', async ({ input, width, height }) => {
    const durationMs = Math.round(input.duration * 1000);
    const isUsual = Math.max(width, height) <= 4 * POST_MAX_SIDE && durationMs >= 0;
    if (!isUsual) throw new UnusableVideo('video of a bad size');
    return { file, poster, width, height, durationMs, bytes: (await stat(file)).size };
  });
}

async function withVideo<T>(
  source: string,
  container: VideoJob['container'],
  work: (video: OpenVideo) => Promise<T>,
): Promise<T> {
  const video = await openVideo(source, container);
  try {
    return await work(video);
  } finally {
    await video.input.close();
  }
}

/** Sound that starts with more damaged packets than this is dropped. */
const MAX_DAMAGED_PACKETS = 100;

/** Whether the sound can be decoded; a video without sound is better than none. */
async function canDecodeSound({ input, sound }: OpenVideo): Promise<boolean> {
  if (!sound) return false;
  const decoder = await decoderOf(sound).catch((error: unknown) => {
    if (error instanceof UnusableVideo) return undefined;
    throw error;
  });
  if (!decoder) return false;
  try {
    let packets = 0;
    for await (const packet of input.packets(sound.index)) {
      const frames = await decoder.decodeAll(packet);
      packet?.free();
      for (const frame of frames) frame.free();
      packets += 1;
      if (frames.length > 0 || packets > MAX_DAMAGED_PACKETS) return frames.length > 0;
    }
    return false;
  } finally {
    decoder.close();
  }
}

/**
 * Position of the still, in seconds and as a share of the duration, whichever is earlier: the first frames are often
 * black.
 */
const AT_SECONDS = 1;
const AT_PART = 0.25;
/** Enough for a second of any video. */
const MAX_FRAMES = 300;

/** Writes a still of the video to a file, which also verifies that it can be decoded. Throws `UnusableVideo`. */
async function writePoster(video: OpenVideo, file: string, maxSide: number): Promise<void> {
  const decoder = await decoderOf(video.picture);
  const filter = pixelFilter(video, { maxSide, format: 'rgb24' });
  try {
    await withOne(await pickFrame(video, decoder), async (frame) => {
      const upright = (await filter.processAll(frame))[0] ?? (await filter.processAll(null))[0];
      if (!upright) throw new UnusableVideo('video without a picture');
      await writeFile(file, await withOne(upright, (shown) => Encoder.encodeOne(FF_ENCODER_PNG, shown)));
    });
  } finally {
    decoder.close();
    filter.close();
  }
}

async function pickFrame(video: OpenVideo, decoder: Decoder): Promise<Frame> {
  const { input, picture } = video;
  const wanted = Math.min(AT_SECONDS, Math.max(0, input.duration) * AT_PART);
  let best: Frame | undefined;
  let first: number | undefined;
  let count = 0;
  for await (const packet of input.packets(picture.index)) {
    const frames = await decoder.decodeAll(packet);
    packet?.free();
    for (const frame of frames) {
      best?.free();
      best = frame;
      count += 1;
      const seconds = Number(frame.pts) * frame.timeBase.toDouble();
      first ??= seconds;
      if (seconds - first >= wanted || count >= MAX_FRAMES) return best;
    }
  }
  if (!best) throw new UnusableVideo('video without a picture');
  return best;
}
