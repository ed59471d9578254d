import { VIDEO_MAX_SIDE, POST_MAX_SIDE } from '@adda/contract/media/limits';
import { BitStreamFilterAPI, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PROFILE_AAC_LOW,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
} from 'node-av/constants';
import type { Frame, Packet, Stream } from 'node-av/lib';
import { withEach, type OpenVideo, decoderOf, pixelFilter } from './open-video.codec.ts';
import { UnusableVideo } from '../media.policy.ts';

/** Playable in every browser: H.264 with 8 bits and 4:2:0 subsampling. */
const COPIED_PROFILES: readonly number[] = [
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_BASELINE + AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_MAIN,
  AV_PROFILE_H264_HIGH,
];
const COPIED_FORMATS: readonly number[] = [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P];
const MAX_COPIED_BITS_PER_SECOND = 12_000_000;

/** Whether the video track can be copied. Players apply rotation themselves, but not all apply mirroring. */
function canCopyPicture({ input, picture, orientation }: OpenVideo): boolean {
  const { codecId, profile, format, width, height, bitRate } = picture.codecpar;
  return (
    input.formatName.includes('mp4') &&
    codecId === AV_CODEC_ID_H264 &&
    COPIED_PROFILES.includes(profile) &&
    COPIED_FORMATS.includes(format) &&
    Math.max(width, height) <= POST_MAX_SIDE &&
    bitRate <= MAX_COPIED_BITS_PER_SECOND &&
    !orientation.isMirrored
  );
}

/** Whether the audio track can be copied. */
function canCopySound({ codecpar }: Stream): boolean {
  const { codecId, profile, channels, extradataSize } = codecpar;
  return codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && channels <= 2 && extradataSize > 0;
}

const MAX_FPS = 60;
/** Longer videos are encoded with the fastest preset, to finish in time. */
const MANY_FRAMES = 1500;
const KEY_FRAME_EVERY = 120;
const SOUND_BIT_RATE = '128k';
const SOUND_FILTER = 'aformat=sample_fmts=fltp:sample_rates=44100|48000:channel_layouts=mono|stereo';
/** Limit of the output. With the bit rate below only malicious videos come near it. */
const MAX_BYTES = 200 * 1024 * 1024;

/** A video with less than this share of its announced frames counts as truncated. */
const MIN_FRAME_SHARE = 0.9;

/** Processes the packets of one track. */
type Track = {
  readonly input: Stream;
  /** The stream index in the output. */
  readonly index: number;
  /** Returns packets to be written. Null flushes the remaining ones. */
  take(packet: Packet | null): Promise<readonly Packet[]>;
  close(): void;
};

/**
 * Writes the MP4: tracks that every browser plays are copied, others re-encoded; only picture and sound are included.
 * Throws `UnusableVideo`.
 */
export async function writeMp4(video: OpenVideo, file: string): Promise<void> {
  const output = await Muxer.open(file, {
    format: 'mp4',
    // The index comes first, so that the video plays while it loads; no encoder metadata.
    options: { movflags: '+faststart', fflags: '+bitexact' },
  });
  const tracks: Track[] = [];
  try {
    tracks.push(await pictureTrack(video, output));
    if (video.sound) tracks.push(await soundTrack(video.sound, output));
    await pump(video, output, tracks);
  } finally {
    await output.close();
    for (const track of tracks) track.close();
  }
}

async function pump({ input, picture }: OpenVideo, output: Muxer, tracks: readonly Track[]): Promise<void> {
  let bytes = 0;
  let pictures = 0;
  let read = 0;
  const write = async (track: Track, packet: Packet | null) => {
    await withEach(await track.take(packet), async (written) => {
      bytes += written.size;
      if (track.input.index === picture.index) pictures += 1;
      if (bytes > MAX_BYTES) throw new UnusableVideo('video too large');
      await output.writePacket(written, track.index);
    });
  };
  await withEach(input.packets(), async (packet) => {
    const track = tracks.find((one) => one.input.index === packet.streamIndex);
    if (packet.streamIndex === picture.index) read += 1;
    if (track) await write(track, packet);
  });
  for (const track of tracks) {
    await write(track, null);
    await output.writePacket(null, track.index);
  }
  if (pictures === 0) throw new UnusableVideo('video without a picture');
  // An AVI only estimates its number of frames.
  const isCounted = input.formatName.includes('mp4');
  if (isCounted && read < Number(picture.nbFrames) * MIN_FRAME_SHARE)
    throw new UnusableVideo('video is cut off');
}

async function pictureTrack(video: OpenVideo, output: Muxer): Promise<Track> {
  const { picture } = video;
  if (canCopyPicture(video)) return copyTrack(picture, output, 'filter_units', { remove_types: '6' });
  const decoder = await decoderOf(picture);
  const rate = picture.avgFrameRate;
  const isFast = rate.den > 0 && rate.toDouble() > MAX_FPS;
  const isLong = video.input.duration * (rate.den > 0 ? rate.toDouble() : 0) > MANY_FRAMES;
  const filter = pixelFilter(video, {
    maxSide: VIDEO_MAX_SIDE,
    format: 'yuv420p',
    fps: isFast ? MAX_FPS : undefined,
  });
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    threadCount: 1,
    gopSize: KEY_FRAME_EVERY,
    options: { preset: isLong ? 'ultrafast' : 'veryfast', crf: 24 },
    maxRate: '4M',
    bufSize: '8M',
    configure(context) {
      if (!isFast && rate.isValid() && rate.num > 0) context.framerate = rate;
    },
  });
  return encodeTrack(picture, output, { decoder, filter, encoder });
}

async function soundTrack(sound: Stream, output: Muxer): Promise<Track> {
  if (canCopySound(sound)) return copyTrack(sound, output);
  const decoder = await decoderOf(sound);
  const filter = FilterAPI.create(SOUND_FILTER, { threads: 1, allowReinit: true });
  const encoder = await Encoder.create(FF_ENCODER_AAC, { bitrate: SOUND_BIT_RATE, threadCount: 1 });
  return encodeTrack(sound, output, { decoder, filter, encoder });
}

type Coders = {
  readonly decoder: Awaited<ReturnType<typeof decoderOf>>;
  readonly filter: FilterAPI;
  readonly encoder: Encoder;
};

function encodeTrack(input: Stream, output: Muxer, { decoder, filter, encoder }: Coders): Track {
  const index = output.addStream(encoder);
  const encode = async (frames: readonly Frame[], packets: Packet[]) =>
    withEach(frames, async (frame) => packets.push(...(await encoder.encodeAll(frame))));
  return {
    input,
    index,
    async take(packet) {
      const packets: Packet[] = [];
      await withEach(await decoder.decodeAll(packet), async (frame) =>
        encode(await filter.processAll(frame), packets),
      );
      if (packet) return packets;
      await encode(await filter.processAll(null), packets);
      return [...packets, ...(await encoder.encodeAll(null))];
    },
    close() {
      decoder.close();
      filter.close();
      encoder.close();
    },
  };
}

function copyTrack(
  input: Stream,
  output: Muxer,
  filterName?: string,
  options?: Record<string, string>,
): Track {
  const index = output.addStream(input);
  const written = output.getStream(index);
  // Names, dates and locations from the camera.
  if (written) written.metadata = null;
  const filter =
    filterName === undefined ? undefined : BitStreamFilterAPI.create(filterName, input, { options });
  return {
    input,
    index,
    async take(packet) {
      if (filter) return filter.filterAll(packet);
      const copy = packet?.clone();
      return copy ? [copy] : [];
    },
    close: () => filter?.close(),
  };
}
