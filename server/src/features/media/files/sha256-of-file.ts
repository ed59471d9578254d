import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The SHA-256 of a file on disk in hex, read piece by piece. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}
