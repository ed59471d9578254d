import { Worker } from 'node:worker_threads';
import { checkBmp, hasChannels, hasIdleMasks, type BmpHeader } from './bmp-header.ts';
import { UnusableImage } from './unusable-image.ts';

const MASKS_AT = 54;
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x03e0, 0x001f],
  32: [0xff_0000, 0x00_ff00, 0x00_00ff],
};

/** Pixels of a bitmap, four bytes each: red, green, blue and alpha. Without `hasAlpha` the last one means nothing. */
export type BmpPixels = {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
};

/** Decodes a bitmap in a worker thread. Throws `UnusableImage` for one that is damaged, too large or too slow. */
export async function decodeBmp(
  bytes: Uint8Array,
  limits: { readonly maxPixels: number; readonly timeoutMs: number },
): Promise<BmpPixels> {
  const header = checkBmp(bytes, limits.maxPixels);
  const { width, height } = header;
  const pixels = await decodeInWorker(withUsualMasks(bytes, header), limits.timeoutMs);
  return { pixels, width, height, hasAlpha: hasChannels(header) };
}

/** A copy that can move to another thread, with the masks that its pixels really have. */
function withUsualMasks(bytes: Uint8Array, header: BmpHeader): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (!hasIdleMasks(header)) return copy;
  const view = new DataView(copy.buffer);
  const masks = [...(USUAL_MASKS[header.depth] ?? []), ...(header.headerBytes > 52 ? [0] : [])];
  masks.forEach((mask, index) => view.setUint32(MASKS_AT + index * 4, mask, true));
  return copy;
}

async function decodeInWorker(file: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<Uint8Array> {
  const worker = new Worker(new URL('./bmp-worker.ts', import.meta.url), {
    workerData: file,
    transferList: [file.buffer],
  });
  const decoded = Promise.withResolvers<Uint8Array>();
  const refuse = (cause?: unknown) => decoded.reject(new UnusableImage('bitmap not decoded', { cause }));
  worker.once('message', (pixels: Uint8Array) => decoded.resolve(pixels));
  worker.once('error', refuse);
  worker.once('exit', () => refuse());
  const timer = setTimeout(refuse, timeoutMs);
  try {
    return await decoded.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
