import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { ProbedVideo, VideoRequest } from './video-maker.fixture.ts';

/** The properties of a video for a test. */
export type VideoRecipe = {
  readonly container?: 'mp4' | 'mov' | 'avi' | 'matroska';
  readonly codec?: string;
  /** Codec of the sound; none by default. */
  readonly sound?: string;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
  /** Metadata tags of the container. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly pixels?: string;
};

/** The properties of a recording for a test: a tone, whose parts of equal length have the `levels` (1 is full scale). */
export type AudioRecipe = {
  readonly container: 'webm' | 'ogg' | 'mp4' | 'wav';
  /** Name of the encoder. */
  readonly codec: string;
  readonly seconds?: number;
  readonly levels?: readonly number[];
  readonly metadata?: Readonly<Record<string, string>>;
};

/** Of the numbers in a display matrix. */
const ONE = 65_536;

/** Where the bytes after the name of a box begin: of its first one, or of the one after a place. */
export function boxAt(bytes: Buffer, name: string, from = 0): number {
  const at = bytes.indexOf(name, from, 'latin1');
  if (at < 0) throw new Error(`no ${name}`);
  return at + 4;
}

const MATRIX_AT = 40;

/** Makes players rotate the first track clockwise by quarter turns, after mirroring it if `isMirrored`. */
export function rotated(video: Buffer, quarters: number, isMirrored = false): Buffer {
  const bytes = Buffer.from(video);
  const sides = [
    [ONE, 0],
    [0, ONE],
    [-ONE, 0],
    [0, -ONE],
  ];
  const [a = ONE, b = 0] = sides[quarters % 4] ?? [];
  const flip = isMirrored ? -1 : 1;
  [a, b, 0, -b * flip, a * flip, 0, 0, 0, 1 << 30].forEach((value, index) =>
    bytes.writeInt32BE(value, boxAt(bytes, 'tkhd') + MATRIX_AT + index * 4),
  );
  return bytes;
}

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };
type Reply = { readonly id: number; readonly result?: unknown; readonly error?: string };
type Request = VideoRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

const waiting = new Map<number, Waiting>();
let maker: ChildProcess | undefined;
let lastId = 0;

function startMaker(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'video-maker.fixture.ts'), { serialization: 'advanced' });
  child.on('message', ({ id, result, error }: Reply) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    maker = undefined;
    for (const { reject } of waiting.values()) reject(new MakerEndedError(`${signal ?? code}`));
    waiting.clear();
  });
  // It ends with this process and must not keep it alive.
  child.unref();
  child.channel?.unref();
  return child;
}

class MakerEndedError extends Error {
  override readonly name = 'MakerEndedError';
}

async function ask(request: Request): Promise<unknown> {
  maker ??= startMaker();
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  waiting.set(lastId, { resolve, reject });
  maker.channel?.ref();
  maker.send({ id: lastId, ...request });
  return promise.finally(() => waiting.size === 0 && maker?.channel?.unref());
}

/** FFmpeg crashes its process about once in a hundred test runs. */
const askTwice = (request: Request): Promise<unknown> =>
  ask(request).catch((error: unknown) => {
    if (error instanceof MakerEndedError) return ask(request);
    throw error;
  });

const made = new Map<string, Promise<Buffer>>();

function makeOnce(request: Request): Promise<Buffer> {
  const key = JSON.stringify(request);
  const known = made.get(key) ?? askTwice(request).then((bytes) => Buffer.from(bytes as Uint8Array));
  made.set(key, known);
  return known;
}

/** Returns a video, 160 by 120 pixels and one second long unless the recipe sets others; the same bytes each time. */
export async function makeVideo(recipe: VideoRecipe = {}): Promise<Buffer> {
  return Buffer.from(await makeOnce({ recipe }));
}

/** Returns a recording of one second unless the recipe sets others; the same bytes each time. */
export async function makeAudio(recipe: AudioRecipe): Promise<Buffer> {
  return Buffer.from(await makeOnce({ audio: recipe }));
}

/** Returns the properties of a video that a player reads. */
export async function probe(bytes: Uint8Array): Promise<ProbedVideo> {
  return (await askTwice({ bytes })) as ProbedVideo;
}
