import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import type { Semaphore } from '../semaphore.ts';
import type { Screening } from '../screening.ts';
import { UnusableImage } from '../unusable-image.ts';
import { servedKey, sourceKey } from './file-keys.ts';
import { PREVIEW_TYPE, type FileWriters, type WrittenFile } from './file-writers.ts';
import type { PendingFile } from './files.repository.ts';
import { sha256OfFile } from './sha256-of-file.ts';

/** A file that passed screening; `review` says what to report for review, if anything. */
export type ScreenedFile = WrittenFile & { readonly review: string | null };

type Deps = {
  readonly store: MediaStore;
  readonly writers: FileWriters;
  readonly screening: Pick<Screening, 'screen'>;
  /** Limits concurrent decoders to the number of cores. */
  readonly semaphore: Semaphore;
};

/**
 * Creates the function that re-encodes a file in a temporary folder, has it screened, and stores what is served.
 * Throws the errors of the writers, `upload_refused` and `scanner_unavailable`.
 */
export function createWriteFile({ store, writers, screening, semaphore }: Deps) {
  const screen = async (file: PendingFile, written: WrittenFile, source: string) => {
    const { full, contentType, bytes: size, dhash } = written;
    const sha256 = file.sha256 ?? (await sha256OfFile(source));
    return screening.screen({
      purpose: 'post',
      kind: file.kind,
      contentType,
      size,
      bytes: () => piecesOf(full),
      userId: file.ownerId,
      hashes: { sha256, dhash },
    });
  };

  return async (file: PendingFile, folder: string): Promise<ScreenedFile> => {
    const source = path.join(folder, 'source');
    const bytes = await store.get(sourceKey(file.id));
    if (!bytes) throw new UnusableImage('the file is gone');
    await pipeline(bytes, createWriteStream(source, { mode: 0o600 }));
    const written = await semaphore(() => writers[file.kind](source, folder));
    const review = await screen(file, written, source);
    const full = servedKey(file.id, 'full');
    if (typeof written.full === 'string') await store.putFile(full, written.full, written.contentType);
    else await store.put(full, written.full, written.contentType);
    await store.put(servedKey(file.id, 'preview'), written.preview, PREVIEW_TYPE);
    return { ...written, review };
  };
}

/** Yields the bytes, or those of the file at a path. */
async function* piecesOf(full: Uint8Array | string): AsyncGenerator<Uint8Array> {
  if (typeof full === 'string') yield* createReadStream(full);
  else yield full;
}
