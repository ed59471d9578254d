import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { KIND_BYTES } from './media.policy.ts';

/** Returns the bytes that determine the kind of a file, and its size. */
export async function readHead(path: string): Promise<{ head: Uint8Array; bytes: number }> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of a file in hex, streamed. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Yields the bytes, or those of the file at a path. */
export async function* piecesOf(full: Uint8Array | string): AsyncGenerator<Uint8Array> {
  if (typeof full === 'string') yield* createReadStream(full);
  else yield full;
}
