import { writeFile } from 'node:fs/promises';
import { Encoder, type Decoder } from 'node-av/api';
import { FF_ENCODER_PNG } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { withOne } from './native-memory.ts';
import type { OpenVideo } from './open-video.ts';
import { decoderOf, pixelFilter } from './pixels.ts';
import { UnusableVideo } from './unusable-video.ts';

/**
 * Position of the still, in seconds and as a share of the duration, whichever is earlier: the first frames are often
 * black.
 */
const AT_SECONDS = 1;
const AT_PART = 0.25;
/** Enough for a second of any video. */
const MAX_FRAMES = 300;

/** Writes a still of the video to a file, which also verifies that it can be decoded. Throws `UnusableVideo`. */
export async function writePoster(video: OpenVideo, file: string, maxSide: number): Promise<void> {
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
