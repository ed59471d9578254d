import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Adds a file to an archive and resolves once it is read completely. `isPacked`: the bytes are already compressed. */
export type AddEntry = (
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  options?: { readonly isPacked?: boolean },
) => Promise<void>;

/**
 * Streams a ZIP file to disk with the entries that `fill` adds sequentially. Returns its size in bytes. Deletes the
 * file on failure.
 */
export async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<number> {
  const zip = new ZipFile();
  // yazl's types declare the legacy stream interface.
  const output = Readable.from(zip.outputStream);
  const writing = pipeline(output, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  const add: AddEntry = (name, bytes, { isPacked = false } = {}) =>
    new Promise((resolve, reject) => {
      const source = Readable.from(bytes, { objectMode: false });
      source.once('end', resolve).once('error', reject);
      zip.addReadStream(source, name, { compress: !isPacked });
    });
  // Entry errors reach the caller through `add`; without a listener the event would end the process.
  zip.on('error', () => undefined);
  const failing = new Promise<never>((_resolve, reject) => void writing.catch(reject));
  try {
    await Promise.race([fill(add), failing]);
    zip.end();
    await writing;
    return (await stat(file)).size;
  } catch (error) {
    output.destroy();
    await writing.catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}
