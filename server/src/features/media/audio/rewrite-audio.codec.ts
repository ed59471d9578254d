import { stat } from 'node:fs/promises';
import { WAVEFORM_SLICES } from '@adda/contract/media/limits';
import { Decoder, Encoder, FilterAPI, Muxer, type Demuxer } from 'node-av/api';
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, FF_ENCODER_AAC } from 'node-av/constants';
import { Codec, type Frame, type Packet, type Stream } from 'node-av/lib';
import { openDemuxer } from '../open-demuxer.codec.ts';
import { AUDIO_TOO_LONG, AudioTooLong, UnusableAudio, type AudioContainer } from '../media.policy.ts';
import type { AudioJob, RewrittenAudio } from '../media.types.ts';

/** The only demuxers. */
const DEMUXERS: Readonly<Record<AudioContainer, string>> = {
  webm: 'matroska',
  ogg: 'ogg',
  mp4: 'mov',
  wav: 'wav',
};

/** Codecs of recorders in these containers. All other decoders are disabled. */
const DECODERS: readonly string[] =
  'opus aac pcm_u8 pcm_s16le pcm_s16be pcm_s24le pcm_s32le pcm_f32le pcm_f64le pcm_alaw pcm_mulaw'.split(' ');

const MAX_STREAMS = 8;
const PROBE_BYTES = 1_000_000;
const MAX_CHANNELS = 8;
const MAX_SAMPLE_RATE = 192_000;

/** Samples per second of the result. */
const RATE = 48_000;
const FILTER = `aformat=sample_fmts=fltp:sample_rates=${RATE}:channel_layouts=mono|stereo`;
const BIT_RATE = '64k';
/** Encoders pad the last frame; a recording of the maximum length with such padding is not too long. */
const PADDING_SAMPLES = RATE / 20;

/**
 * Decodes and re-encodes a recording (VM-01, R-16). For the audio process only; other code uses an audio writer. Throws
 * `UnusableAudio` for anything that is no acceptable recording and `AudioTooLong`.
 */
export async function rewriteAudio({
  source,
  container,
  file,
  maxSeconds,
}: AudioJob): Promise<RewrittenAudio> {
  const input = await openDemuxer(source, {
    format: DEMUXERS[container],
    decoders: DECODERS,
    maxStreams: MAX_STREAMS,
    probeBytes: PROBE_BYTES,
  }).catch((cause: unknown) => {
    throw new UnusableAudio('recording not opened', { cause });
  });
  try {
    const peaks = createPeaks(maxSeconds);
    await writeMp4(input, soundOf(input), file, peaks.add);
    const durationMs = Math.max(1, Math.round((Math.min(peaks.count(), maxSeconds * RATE) * 1000) / RATE));
    return { durationMs, waveform: peaks.waveform(), bytes: (await stat(file)).size };
  } finally {
    await input.close();
  }
}

/** Returns the sound of a recording. Throws `UnusableAudio` without one, and with a picture of any kind. */
function soundOf({ streams }: Demuxer): Stream {
  if (streams.some(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO))
    throw new UnusableAudio('recording with a picture');
  const sounds = streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const [sound] = sounds;
  if (!sound || sounds.length > 1) throw new UnusableAudio('not one sound');
  const { sampleRate, channels } = sound.codecpar;
  const isUsual = sampleRate > 0 && sampleRate <= MAX_SAMPLE_RATE && channels > 0 && channels <= MAX_CHANNELS;
  if (!isUsual) throw new UnusableAudio('recording of an unusual form');
  return sound;
}

/** Creates a decoder that tolerates damaged parts of the file. Throws `UnusableAudio` for a disabled codec. */
async function decoderOf(stream: Stream): Promise<Decoder> {
  const found = Codec.getCodecList().find(
    (codec) =>
      codec.isDecoder() && codec.id === stream.codecpar.codecId && DECODERS.includes(codec.name ?? ''),
  );
  if (!found) throw new UnusableAudio('recording of an unknown kind');
  return Decoder.create(stream, found, { threadCount: 1, exitOnError: false }).catch((cause: unknown) => {
    throw new UnusableAudio('recording not decoded', { cause });
  });
}

/** Writes the MP4. `onFrame` receives every decoded frame and throws to stop. */
async function writeMp4(
  input: Demuxer,
  sound: Stream,
  file: string,
  onFrame: (frame: Frame) => void,
): Promise<void> {
  const decoder = await decoderOf(sound);
  const filter = FilterAPI.create(FILTER, { threads: 1, allowReinit: true });
  const encoder = await Encoder.create(FF_ENCODER_AAC, {
    bitrate: BIT_RATE,
    threadCount: 1,
    // No name of the encoder in the sound.
    options: { flags: '+bitexact', aac_coder: 'fast' },
  });
  const output = await Muxer.open(file, {
    format: 'mp4',
    // The index comes first, so that it plays while it loads; no encoder metadata.
    options: { movflags: '+faststart', fflags: '+bitexact' },
  });
  const index = output.addStream(encoder);
  let samples = 0;
  // The synchronous calls take half of the time: a packet has a few milliseconds of sound, and work for microseconds.
  const write = (packets: Iterable<Packet>) =>
    freeing(packets, (packet) => output.writePacketSync(packet, index));
  const encode = (frames: Iterable<Frame>) =>
    freeing(frames, (frame) => {
      onFrame(frame);
      // Gaps of the source are closed: the duration is that of the decoded sound.
      frame.pts = BigInt(samples);
      samples += frame.nbSamples;
      write(encoder.encodeAllSync(frame));
    });
  const decode = (packet: Packet | null) =>
    freeing(decoder.decodeAllSync(packet), (frame) => encode(filter.processAllSync(frame)));
  try {
    for await (const packet of input.packets(sound.index)) {
      if (!packet) continue;
      try {
        decode(packet);
      } finally {
        packet.free();
      }
    }
    decode(null);
    encode(await filter.processAll(null));
    if (samples === 0) throw new UnusableAudio('recording without sound');
    write(encoder.encodeAllSync(null));
    await output.writePacket(null, index);
  } finally {
    await output.close();
    decoder.close();
    filter.close();
    encoder.close();
  }
}

/** Processes the items one after the other and frees each of them afterwards, also after an exception. */
function freeing<T extends { free(): void }>(items: Iterable<T>, work: (item: T) => void): void {
  for (const item of items)
    try {
      work(item);
    } finally {
      item.free();
    }
}

/** Samples whose peak is kept: one millisecond. */
const BLOCK = RATE / 1000;
const BYTES_PER_SAMPLE = 4;

/** Collects the peaks of a recording, block by block. */
function createPeaks(maxSeconds: number) {
  const maxSamples = maxSeconds * RATE + PADDING_SAMPLES;
  const blocks = new Float32Array(Math.ceil(maxSamples / BLOCK) + 1);
  let samples = 0;
  const add = (frame: Frame): void => {
    // Each read of these properties calls into the library.
    const { nbSamples, data, channels } = frame;
    if (samples + nbSamples > maxSamples) throw new AudioTooLong(AUDIO_TOO_LONG);
    for (const plane of (data ?? []).slice(0, channels)) {
      const view = new DataView(plane.buffer, plane.byteOffset, nbSamples * BYTES_PER_SAMPLE);
      for (let at = 0; at < nbSamples; at += 1) {
        const level = Math.abs(view.getFloat32(at * BYTES_PER_SAMPLE, true));
        const block = Math.floor((samples + at) / BLOCK);
        if (level > (blocks[block] ?? 0)) blocks[block] = level;
      }
    }
    samples += nbSamples;
  };
  return {
    /** Throws `AudioTooLong` above the limit. */
    add,
    count: (): number => samples,
    /** Returns the peaks of equal slices, from 0 to 100 (full scale). */
    waveform(): number[] {
      const filled = Math.ceil(samples / BLOCK);
      return Array.from({ length: WAVEFORM_SLICES }, (_value, slice) => {
        const from = Math.floor((slice * filled) / WAVEFORM_SLICES);
        const to = Math.max(from + 1, Math.floor(((slice + 1) * filled) / WAVEFORM_SLICES));
        return Math.min(100, Math.round(100 * Math.max(...blocks.subarray(from, to))));
      });
    },
  };
}
