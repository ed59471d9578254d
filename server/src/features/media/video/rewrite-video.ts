import { stat } from 'node:fs/promises';
import path from 'node:path';
import { POST_MAX_SIDE, PREVIEW_SIDE } from '@adda/contract/media/limits';
import { openVideo, type OpenVideo } from './open-video.ts';
import { UnusableVideo } from './unusable-video.ts';
import type { RewrittenVideo, VideoJob } from './video-jobs.types.ts';
import { writeMp4 } from './write-mp4.ts';
import { writePoster } from './write-poster.ts';
import { decoderOf } from './pixels.ts';

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
