import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Adds a file to an archive and resolves once all of it was read. `isPacked`: its bytes don't get smaller. */
export type AddEntry = (
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  options?: { readonly isPacked?: boolean },
) => Promise<void>;

/**
 * Writes a ZIP file, piece by piece, with what `fill` adds one after the other; answers its size in bytes. Nothing is left
 * of it where that fails.
 */
export async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<number> {
  const zip = new ZipFile();
  // The types of yazl name the older kind of stream that Node's are.
  const output = Readable.from(zip.outputStream);
  const writing = pipeline(output, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  const add: AddEntry = (name, bytes, { isPacked = false } = {}) =>
    new Promise((resolve, reject) => {
      const source = Readable.from(bytes, { objectMode: false });
      source.once('end', resolve).once('error', reject);
      zip.addReadStream(source, name, { compress: !isPacked });
    });
  // Told to whoever adds, as an entry that fails; without anybody listening it would end the process.
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
