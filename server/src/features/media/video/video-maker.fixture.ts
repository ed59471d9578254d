/**
 * The process in which tests make and probe videos: FFmpeg may crash its process, and then only the request is repeated
 * (`videos.fixture.ts`), not the worker of the tests.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CH_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_RGB24,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLTP,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, Dictionary, Frame, Log } from 'node-av/lib';
import { withEach, withOne } from './open-video.codec.ts';
import type { AudioRecipe, VideoRecipe } from './videos.fixture.ts';

Log.setLevel(AV_LOG_QUIET);

const FPS = 10;
/** Of the numbers in a display matrix. */
const ONE = 65_536;
const RATE = 44_100;

/** The left half red, the right half blue, with a bar that wanders so that no two frames are alike. */
function frameOf(width: number, height: number, at: number): Frame {
  const pixels = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n += 1) pixels[n * 3 + (n % width < width / 2 ? 0 : 2)] = 255;
  pixels.fill(128, (at % height) * width * 3, ((at % height) + 1) * width * 3);
  const timeBase = { num: 1, den: FPS };
  return Frame.fromVideoBuffer(pixels, {
    width,
    height,
    format: AV_PIX_FMT_RGB24,
    timeBase,
    pts: BigInt(at),
  });
}

function toneOf(at: number, samples: number): Frame {
  const wave = new Float32Array(samples).map((_zero, n) => Math.sin((at * samples + n) / 20) / 4);
  return Frame.fromAudioBuffer(Buffer.from(wave.buffer), {
    nbSamples: samples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: RATE,
    channelLayout: { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: AV_CH_LAYOUT_MONO },
    timeBase: { num: 1, den: RATE },
    pts: BigInt(at * samples),
  });
}

const encoderNamed = (name: string): Codec => {
  // The name is one that the test knows to be there.
  const codec = Codec.findEncoderByName(name as FFEncoderCodec);
  if (!codec) throw new Error(`no encoder ${name}`);
  return codec;
};

/** Makes a video, 160 by 120 and one second long by default. */
async function makeVideo(recipe: VideoRecipe = {}): Promise<Buffer> {
  const { container = 'mp4', metadata } = recipe;
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-video-'));
  const file = path.join(folder, `made.${container}`);
  try {
    const output = await Muxer.open(file, {
      format: container,
      ...(container !== 'avi' && metadata && { options: { movflags: 'use_metadata_tags' } }),
    });
    if (metadata) output.getFormatContext().metadata = Dictionary.fromObject(metadata);
    await fill(output, recipe);
    await output.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(output: Muxer, recipe: VideoRecipe): Promise<void> {
  const { codec = 'libx264', sound, width = 160, height = 120, frames = 10 } = recipe;
  const format = FilterAPI.create(`format=${recipe.pixels ?? (codec === 'mjpeg' ? 'yuvj420p' : 'yuv420p')}`);
  const encoder = await Encoder.create(encoderNamed(codec), { threadCount: 1, gopSize: 5 });
  const picture = output.addStream(encoder);
  const tone = sound ? await Encoder.create(encoderNamed(sound), { autoResample: true }) : undefined;
  const noise = tone && output.addStream(tone);
  const write = async (packets: Awaited<ReturnType<Encoder['encodeAll']>>, index: number) => {
    await withEach(packets, (packet) => output.writePacket(packet, index));
  };
  for (let at = 0; at < frames; at += 1) {
    const made = await withOne(frameOf(width, height, at), (frame) => format.processAll(frame));
    await withEach(made, async (frame) => write(await encoder.encodeAll(frame), picture));
    if (tone && noise !== undefined) {
      await write(await withOne(toneOf(at, RATE / FPS), (frame) => tone.encodeAll(frame)), noise);
    }
  }
  await write(await encoder.encodeAll(null), picture);
  if (tone && noise !== undefined) await write(await tone.encodeAll(null), noise);
  for (const made of [format, encoder, tone]) made?.close();
}

/** Of a recording: what Opus and AAC can both encode. */
const AUDIO_RATE = 48_000;
const AUDIO_FRAME = 960;

/** Makes a recording: a tone of one second by default, at half of full scale. */
async function makeAudio(recipe: AudioRecipe): Promise<Buffer> {
  const { container, codec, seconds = 1, levels = [0.5], metadata } = recipe;
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-audio-'));
  const file = path.join(folder, `made.${container}`);
  try {
    const output = await Muxer.open(file, { format: container });
    if (metadata) output.getFormatContext().metadata = Dictionary.fromObject(metadata);
    const encoder = await Encoder.create(encoderNamed(codec), { autoResample: true });
    const index = output.addStream(encoder);
    const write = (packets: Awaited<ReturnType<Encoder['encodeAll']>>) =>
      withEach(packets, (packet) => output.writePacket(packet, index));
    const total = Math.round(seconds * AUDIO_RATE);
    for (let from = 0; from < total; from += AUDIO_FRAME) {
      const level = levels[Math.floor((from * levels.length) / total)] ?? 0;
      const frame = levelOf(from, Math.min(AUDIO_FRAME, total - from), level);
      await write(await withOne(frame, (made) => encoder.encodeAll(made)));
    }
    await write(await encoder.encodeAll(null));
    await output.close();
    encoder.close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function levelOf(from: number, samples: number, level: number): Frame {
  const wave = new Float32Array(samples).map((_zero, n) => Math.sin((from + n) / 20) * level);
  return Frame.fromAudioBuffer(Buffer.from(wave.buffer), {
    nbSamples: samples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: AUDIO_RATE,
    channelLayout: { nbChannels: 1, order: AV_CHANNEL_ORDER_NATIVE, mask: AV_CH_LAYOUT_MONO },
    timeBase: { num: 1, den: AUDIO_RATE },
    pts: BigInt(from),
  });
}

/** Returns the properties of a video that a player reads. */
async function probe(bytes: Buffer) {
  const input = await Demuxer.open(bytes);
  const seen = {
    format: input.formatName,
    seconds: Math.round(input.duration * 10) / 10,
    metadata: input.metadata,
    tracks: input.streams.map(({ codecpar, metadata }) => ({
      codec: Codec.findDecoder(codecpar.codecId)?.name,
      width: codecpar.width,
      height: codecpar.height,
      /** Whether a player has to rotate or mirror the picture. */
      isTurned: (codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)?.readInt32LE(0) ?? ONE) !== ONE,
      metadata: metadata?.getAll(),
    })),
  };
  await input.close();
  return seen;
}

/** A request of a test: a video or a recording to make, or in `bytes` a video to probe. */
export type VideoRequest = { readonly id: number } & (
  | { readonly recipe: VideoRecipe }
  | { readonly audio: AudioRecipe }
  | { readonly bytes: Uint8Array }
);

/** The result of `probe`. */
export type ProbedVideo = Awaited<ReturnType<typeof probe>>;

function answerTo(request: VideoRequest) {
  if ('recipe' in request) return makeVideo(request.recipe);
  return 'audio' in request ? makeAudio(request.audio) : probe(Buffer.from(request.bytes));
}

process.on('disconnect', () => process.exit());
process.on('message', (request: VideoRequest) => {
  answerTo(request).then(
    (result) => process.send?.({ id: request.id, result }),
    (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
  );
});
