import { Buffer } from 'node:buffer';
import type { Queryable } from '../../../platform/database/index.ts';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import type { PersonalSection } from '../../../platform/personal-data/index.ts';
import { writeArchive, type AddEntry } from './archive.ts';

/** The section that is a single object instead of a list. */
const ACCOUNT = 'account';
const PIECE_BYTES = 64 * 1024;

/** Source of the data, the user, and a progress callback. */
export type CopyParts = {
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
