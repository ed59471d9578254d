/** Decodes one bitmap in a thread of its own: the decoder is synchronous and would hold every request up. */
import { parentPort, workerData } from 'node:worker_threads';
import { decode } from 'bmp-ts';

const file: Uint8Array = workerData;
const { data } = decode(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
// The decoder answers alpha, blue, green, red.
const pixels = new Uint8Array(data.swap32());
parentPort?.postMessage(pixels, [pixels.buffer]);
