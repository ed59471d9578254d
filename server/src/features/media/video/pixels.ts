import { Decoder, FilterAPI } from 'node-av/api';
import { Codec, type Stream } from 'node-av/lib';
import { DECODERS, fitInside, MAX_PIXELS, type OpenVideo } from './open-video.ts';
import { UnusableVideo } from './unusable-video.ts';

/** The other cores are for the server. */
const THREADS = 1;

/** Creates a decoder that tolerates damaged parts of the file. Throws `UnusableVideo` for a disabled codec. */
export async function decoderOf(stream: Stream): Promise<Decoder> {
  const found = Codec.getCodecList().find(
    (codec) =>
      codec.isDecoder() && codec.id === stream.codecpar.codecId && DECODERS.includes(codec.name ?? ''),
  );
  if (!found) throw new UnusableVideo('video of an unknown kind inside');
  return Decoder.create(stream, found, {
    threadCount: THREADS,
    exitOnError: false,
    options: { max_pixels: MAX_PIXELS },
  }).catch((cause: unknown) => {
    throw new UnusableVideo('video not decoded', { cause });
  });
}

/** Creates the filter that rotates and scales frames. `format` is the pixel format, `fps` the maximum frame rate. */
export function pixelFilter(
  { orientation, width, height }: OpenVideo,
  {
    maxSide,
    format,
    fps,
  }: { readonly maxSide: number; readonly format: string; readonly fps?: number | undefined },
): FilterAPI {
  const sides = fitInside({ width, height }, maxSide);
  const filters = [
    ...(fps === undefined ? [] : [`fps=${fps}`]),
    ...orientation.filters,
    `scale=${sides.width}:${sides.height}`,
    'setsar=1',
    `format=${format}`,
  ];
  return FilterAPI.create(filters.join(','), { threads: THREADS, allowReinit: true });
}
