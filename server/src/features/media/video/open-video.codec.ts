import { Decoder, FilterAPI, type Demuxer } from 'node-av/api';
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Codec, type Stream } from 'node-av/lib';
import { openDemuxer } from '../open-demuxer.codec.ts';
import { UnusableVideo, type Container } from '../media.policy.ts';

/** Largest frame in pixels: camera 4K. The decoder refuses a file with larger frames inside. */
const MAX_PIXELS = 4096 * 2304;
/** A longer duration is not plausible for 50 MB. */
const MAX_SECONDS = 2 * 3600;
const MAX_STREAMS = 16;
const PROBE_BYTES = 5_000_000;

/** The only demuxers. */
const DEMUXERS: Readonly<Record<Container, string>> = { mp4: 'mov', avi: 'avi' };

/** Codecs that cameras, phones and programs use in these containers. All other decoders are disabled. */
const DECODERS: readonly string[] = `
  h264 hevc mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4 h263 mjpeg mpeg1video mpeg2video libdav1d vp8 vp9 wmv1 wmv2 dvvideo prores
  cinepak rawvideo huffyuv aac mp3float mp3 mp2float mp2 ac3 eac3 alac opus vorbis amrnb amrwb wmav1 wmav2 pcm_u8 pcm_s16le
  pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_f32le pcm_alaw pcm_mulaw adpcm_ms adpcm_ima_wav adpcm_ima_qt
`
  .trim()
  .split(/\s+/);

/** An opened video with its tracks. `width` and `height` are as displayed, in pixels. */
export type OpenVideo = {
  readonly input: Demuxer;
  readonly picture: Stream;
  readonly sound: Stream | undefined;
  readonly orientation: Orientation;
  readonly width: number;
  readonly height: number;
};

/** Opens a file with the demuxer of its kind. The caller closes `input`. Throws `UnusableVideo`. */
export async function openVideo(source: string, container: Container): Promise<OpenVideo> {
  const input = await openDemuxer(source, {
    format: DEMUXERS[container],
    decoders: DECODERS,
    maxStreams: MAX_STREAMS,
    probeBytes: PROBE_BYTES,
  }).catch((cause: unknown) => {
    throw new UnusableVideo('video not opened', { cause });
  });
  try {
    return inspect(input);
  } catch (error) {
    await input.close();
    throw error;
  }
}

function inspect(input: Demuxer): OpenVideo {
  const picture = input.streams.find(
    (stream) =>
      stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  if (!picture) throw new UnusableVideo('video without a picture');
  const sound = input.streams.find(
    ({ codecpar }) =>
      codecpar.codecType === AVMEDIA_TYPE_AUDIO && codecpar.sampleRate > 0 && codecpar.channels > 0,
  );
  const { width, height } = picture.codecpar;
  if (width < 2 || height < 2 || width * height > MAX_PIXELS) throw new UnusableVideo('video of a bad size');
  if (input.duration > MAX_SECONDS) throw new UnusableVideo('video too long');
  const orientation = orientationOf(picture.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const shown = Math.max(2, Math.round(width * aspectOfPixels(picture)));
  const sides = orientation.swapsSides ? { width: height, height: shown } : { width: shown, height };
  return { input, picture, sound, orientation, ...sides };
}

/** Returns the pixel aspect ratio; implausible values count as 1. */
function aspectOfPixels({ codecpar, sampleAspectRatio }: Stream): number {
  const { num, den } = sampleAspectRatio.num > 0 ? sampleAspectRatio : codecpar.sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? num / den : 1;
  return aspect >= 0.25 && aspect <= 4 ? aspect : 1;
}

/** Returns the sides scaled proportionally to the maximum, and even, as the encoder requires. */
function fitInside(
  { width, height }: { readonly width: number; readonly height: number },
  maxSide: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.floor(Math.round(side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/**
 * The transformation from stored to displayed frames: filters for pixels, and whether width and height are swapped.
 */
type Orientation = {
  /** In the order of application; empty for an upright video. */
  readonly filters: readonly string[];
  readonly swapsSides: boolean;
  /** Mirrored, which not every player applies. */
  readonly isMirrored: boolean;
};

const UPRIGHT: Orientation = { filters: [], swapsSides: false, isMirrored: false };
const MATRIX_BYTES = 36;

/**
 * Reads the display matrix of a track: nine numbers of 32 bits in native byte order (little-endian on all supported
 * machines). Other angles are rounded to quarter turns.
 */
function orientationOf(matrix: Uint8Array | null): Orientation {
  if (!matrix || matrix.length < MATRIX_BYTES) return UPRIGHT;
  const view = new DataView(matrix.buffer, matrix.byteOffset, matrix.byteLength);
  const at = (index: number) => view.getInt32(index * 4, true);
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)];
  if (a === 0 && b === 0) return UPRIGHT;
  const isMirrored = a * d - b * c < 0;
  const quarter = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
  const filters = (isMirrored ? MIRRORED : TURNED)[quarter] ?? [];
  return { filters, swapsSides: quarter % 2 === 1, isMirrored };
}

/** By number of clockwise quarter turns. */
const TURNED: readonly (readonly string[])[] = [
  [],
  ['transpose=clock'],
  ['hflip', 'vflip'],
  ['transpose=cclock'],
];
const MIRRORED: readonly (readonly string[])[] = [
  ['vflip'],
  ['transpose=cclock_flip'],
  ['hflip'],
  ['transpose=clock_flip'],
];

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

/** Native memory outside the garbage collector: packets and frames. */
type Held = { free(): void };

/** Processes the items one after the other and frees each of them afterwards, also after an exception. */
export async function withEach<T extends Held>(
  items: Iterable<T> | AsyncIterable<T | null>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) if (item) await withOne(item, work);
}

/** Processes one item and frees it. Returns the result of the work. */
export async function withOne<T extends Held, R>(item: T, work: (item: T) => Promise<R>): Promise<R> {
  try {
    return await work(item);
  } finally {
    item.free();
  }
}
