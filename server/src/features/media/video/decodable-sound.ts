import type { OpenVideo } from './open-video.ts';
import { decoderOf } from './pixels.ts';
import { UnusableVideo } from './unusable-video.ts';

/** Sound that starts with more damaged packets than this is dropped. */
const MAX_PACKETS = 100;

/** Whether the sound can be decoded; a video without sound is better than none. */
export async function canDecodeSound({ input, sound }: OpenVideo): Promise<boolean> {
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
      if (frames.length > 0 || packets > MAX_PACKETS) return frames.length > 0;
    }
    return false;
  } finally {
    decoder.close();
  }
}
