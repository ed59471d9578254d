import { Buffer } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Queryable } from '../../platform/database/index.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import type { PersonalSection } from '../../platform/personal-data/index.ts';

/** Adds a file to an archive and resolves once it is read completely. `isPacked`: the bytes are already compressed. */
type AddEntry = (
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  options?: { readonly isPacked?: boolean },
) => Promise<void>;

/**
 * Streams a ZIP file to disk with the entries that `fill` adds sequentially. Returns its size in bytes. Deletes the
 * file on failure.
 */
async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<number> {
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

/** The section that is a single object instead of a list. */
const ACCOUNT = 'account';
const PIECE_BYTES = 64 * 1024;

/** Source of the data, the user, and a progress callback. */
type CopyParts = {
  readonly db: Queryable;
  readonly store: MediaStore;
  readonly sections: readonly PersonalSection[];
  readonly userId: number;
  /** Called with the progress from 0 to 1. Throwing stops the work. */
  readonly onProgress: (progress: number) => Promise<void>;
};

const fileOf = ({ name }: PersonalSection): string => (name === ACCOUNT ? `${name}.json` : `${name}.jsonl`);

function readmeOf(sections: readonly PersonalSection[]): string {
  const lines = sections.map((section) => `${fileOf(section)}\n    ${section.about}\n`);
  return [
    'Your data on Adda',
    '=================',
    '',
    'This is everything that Adda keeps about you. Each file is plain text: account.json holds your account, and every',
    'other file has one entry on each line (JSON Lines). Pictures and videos of yours are in the folders beside them.',
    'Times are in UTC.',
    '',
    ...lines,
  ].join('\n');
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Yields one JSON line per row, in chunks of about `PIECE_BYTES`. */
async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const row of rows) {
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

async function* oneOf(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row, undefined, 2)}\n`);
}

async function addSection(add: AddEntry, parts: CopyParts, section: PersonalSection): Promise<void> {
  const { db, store, userId } = parts;
  const rows = section.rows(db, userId);
  await add(fileOf(section), section.name === ACCOUNT ? oneOf(rows) : linesOf(rows));
  if (!section.files) return;
  for await (const { key, name } of section.files(db, userId)) {
    const bytes = await store.get(key);
    // Missing if it was deleted since it was listed, or is still being written.
    if (bytes) await add(name, bytes, { isPacked: true });
  }
}

/** Writes an export with all personal data to a file, in bounded memory. Returns its size in bytes. */
export function writeCopy(file: string, parts: CopyParts): Promise<number> {
  const { sections, onProgress } = parts;
  return writeArchive(file, async (add) => {
    await add('README.txt', textOf(readmeOf(sections)));
    for (const [index, section] of sections.entries()) {
      await onProgress(index / sections.length);
      await addSection(add, parts, section);
    }
  });
}
