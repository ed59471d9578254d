import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { CommandRefused } from '../admin-socket/index.ts';
import {
  DUMP,
  FILE_LIST,
  listLine,
  MANIFEST,
  manifest,
  MEDIA_FOLDER,
  SECRETS,
  type Manifest,
} from './manifest.ts';

/** A file in a backup. Its content is readable until the next file is requested; it need not be read. */
export type BackupFile = {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
};

const GZIP = [0x1f, 0x8b];
const MEDIUM = /^media\/[a-z0-9][a-z0-9-]{7,63}$/;
const OTHERS: readonly string[] = [...Object.values(DUMP), ...SECRETS, MANIFEST, FILE_LIST];
const MAX_MANIFEST_BYTES = 100_000;

/** Whether a file is a bare dump of the embedded engine, the format of backups before they contained media. */
export async function isBareDump(file: string): Promise<boolean> {
  for await (const head of createReadStream(file, { end: 1 }) as AsyncIterable<Buffer>)
    return GZIP.every((byte, index) => head[index] === byte);
  return false;
}

/** Yields the files of a backup in order. Throws `CommandRefused` when it is truncated or not a backup. */
export async function* filesOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<BackupFile> {
  const tar = extract();
  const source = createReadStream(file);
  source.on('data', (piece) => onRead(piece.length));
  const reading = pipeline(source, tar);
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, size: entry.header.size ?? 0, content: contentOf(file, entry) };
      // The content may not have been read.
      entry.resume();
    }
    await reading;
  } catch (cause) {
    throw cause instanceof CommandRefused ? cause : damaged(file, cause);
  } finally {
    source.destroy();
  }
}

async function* contentOf(file: string, entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) if (piece instanceof Uint8Array) yield piece;
  } catch (cause) {
    throw damaged(file, cause);
  }
}

/**
 * Reads the whole backup and verifies every byte against its list, before anything is restored. `keep` returns the
 * path where a file is to be stored for the restore. Throws `CommandRefused`.
 */
export async function verifyBackup(
  file: string,
  keep: (name: string) => string | undefined,
  onRead: (bytes: number) => void,
): Promise<Manifest> {
  const list = createHash('sha256');
  const names = new Set<string>();
  const media = { count: 0, bytes: 0 };
  let written = '';
  let listed: string | undefined;
  for await (const { name, size, content } of filesOf(file, onRead)) {
    if (listed !== undefined || !isExpected(name)) throw damaged(file);
    if (name === FILE_LIST) {
      listed = await hashOf(content);
    } else if (name === MANIFEST) {
      if (size > MAX_MANIFEST_BYTES) throw damaged(file);
      written = Buffer.concat(await Array.fromAsync(content)).toString();
      list.update(listLine(name, createHash('sha256').update(written).digest('hex')));
    } else {
      list.update(listLine(name, await hashOf(content, keep(name))));
    }
    if (!name.startsWith(MEDIA_FOLDER)) names.add(name);
    else {
      media.count += 1;
      media.bytes += size;
    }
  }
  if (listed !== list.digest('hex')) throw damaged(file);
  const about = readManifest(file, written);
  const hasMedia = about.media.count === media.count && about.media.bytes === media.bytes;
  if (!hasMedia || !names.has(DUMP[about.engine])) throw damaged(file);
  return about;
}

const isExpected = (name: string): boolean => MEDIUM.test(name) || OTHERS.includes(name);

function readManifest(file: string, written: string): Manifest {
  try {
    return manifest.parse(JSON.parse(written));
  } catch (cause) {
    throw new CommandRefused(`${file} is no backup that this version knows.`, { cause });
  }
}

/** Returns the hash of the content and also writes the content to `file` if given. */
async function hashOf(content: AsyncIterable<Uint8Array>, file?: string): Promise<string> {
  const hash = createHash('sha256');
  if (file === undefined) {
    for await (const piece of content) hash.update(piece);
    return hash.digest('hex');
  }
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  await pipeline(hashed, createWriteStream(file, { mode: 0o600 }));
  return hash.digest('hex');
}

const damaged = (file: string, cause?: unknown): CommandRefused =>
  new CommandRefused(`${file} is no whole backup: it is damaged or was cut off. Nothing was restored.`, {
    cause,
  });
