import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BLUR_SIDE, POST_MAX_SIDE, PREVIEW_SIDE } from '@adda/contract/media';
import type { MediaStore } from '../../../platform/media-store/index.ts';
import type { Semaphore } from '../../../platform/limits/semaphore.ts';
import { piecesOf, sha256OfFile } from '../local-files.service.ts';
import type { Screening } from '../screening.service.ts';
import type { RewrittenImage } from '../media.types.ts';
import { UnusableImage, servedKey, sourceKey, type ImageKind, allKeys } from '../media.policy.ts';
import { IMAGE_TYPE, type ImageWriter } from '../image-writer.service.ts';
import type { VideoWriter } from '../video/video-writer.service.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import {
  type PendingFile,
  type FinishedFile,
  deleteFile,
  isKnownFile,
  markFailed,
  markReady,
  revertAttempt,
} from './files.repository.ts';

/** A file that passed screening; `review` is the finding to report for review, null for none. */
export type ScreenedFile = WrittenFile & { readonly review: string | null };

type Deps = {
  readonly store: MediaStore;
  readonly writers: FileWriters;
  readonly screening: Pick<Screening, 'screen'>;
  /** Limits concurrent decoders to the number of cores. */
  readonly semaphore: Semaphore;
};

/**
 * Creates the function that re-encodes a file in a temporary folder, has it screened, and stores the served files.
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

/** The content type of every preview. */
export const PREVIEW_TYPE = IMAGE_TYPE;
const VIDEO_TYPE = 'video/mp4';
const PHOTO_KINDS: readonly ImageKind[] = ['jpeg', 'png', 'gif', 'webp'];
/** Up to 50 MB of file in addition to the decoder's memory. */
const PHOTO_MEMORY = 300 * 1024 * 1024;

/** A re-encoded file, with the bytes of its preview and the bytes (or the path) of the served file. */
type WrittenFile = FinishedFile & { readonly full: Uint8Array | string; readonly preview: Uint8Array };

/** Re-encodes the file at a path. `folder` is for temporary files. Throws `UnusableImage`. */
type WriteFile = (source: string, folder: string) => Promise<WrittenFile>;

/** One writer per kind of file. */
export type FileWriters = Readonly<Record<'image' | 'video', WriteFile>>;

/** Creates the writers from the image and video processes. */
export function createFileWriters(images: ImageWriter, videos: VideoWriter): FileWriters {
  return {
    async image(source) {
      const image = await images.write({
        source,
        kinds: PHOTO_KINDS,
        previewSide: PREVIEW_SIDE,
        blurSide: BLUR_SIDE,
        maxSide: POST_MAX_SIDE,
        maxBytes: PHOTO_MEMORY,
      });
      const { bytes: full, width, height, preview = full } = image;
      const sizes = { width, height, bytes: full.length, durationMs: null };
      const { dhash } = image.hashes;
      return { full, preview, blur: blurOf(image), dhash, ...sizes, contentType: IMAGE_TYPE };
    },
    async video(source, folder) {
      const { file, poster, bytes, width, height, durationMs } = await videos.write({ source, folder });
      const image = await images.write({
        source: poster,
        kinds: ['png'],
        maxSide: PREVIEW_SIDE,
        blurSide: BLUR_SIDE,
      });
      const still = { preview: image.bytes, blur: blurOf(image), dhash: image.hashes.dhash };
      return { full: file, ...still, width, height, bytes, durationMs, contentType: VIDEO_TYPE };
    },
  };
}

function blurOf({ blur }: RewrittenImage): string {
  if (!blur) throw new Error('a picture came back without its stand-in');
  return `data:${IMAGE_TYPE};base64,${Buffer.from(blur).toString('base64')}`;
}

/**
 * How a file's job ended. A `refused` file must not be shown: it is deleted in the transaction, with everything that
 * shows it. `review` of a ready file: the finding to report for review, null for none.
 */
export type SettledFile = {
  readonly fileId: string;
  readonly ownerId: number;
  readonly state: 'ready' | 'failed' | 'refused';
  readonly review: string | null;
};

/** Runs in the transaction that settles a file. For a refused file it may run more than once. */
export type SettledHook = (tx: Tx, file: SettledFile) => Promise<void>;

type WriteJob = 'media.write-photo' | 'media.write-video';

/** A file to be re-encoded. `waits` counts how often the scanner or the store was unavailable. */
export type WriteFileJob = { readonly fileId: string; readonly waits?: number };

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'media.write-photo': WriteFileJob;
    'media.write-video': WriteFileJob;
    'media.delete-bytes': { readonly keys: readonly string[] };
  }
}

/** Returns the job for a kind of file. There are two queues, so that photos don't wait for videos. */
export const writeJobOf = (kind: 'image' | 'video'): WriteJob =>
  kind === 'image' ? 'media.write-photo' : 'media.write-video';

/** Delays in seconds while the scanner or the store is unavailable, doubled each time. */
const FIRST_WAIT = 15;
const MAX_WAIT = 300;

/** Creates the ways to end a file's job, each in one transaction with the hooks. */
export function createSettling({ database, jobs }: { readonly database: Database; readonly jobs: Jobs }) {
  const hooks: SettledHook[] = [];

  const settle = (file: PendingFile, written: ScreenedFile | undefined) =>
    database.transaction(async (tx) => {
      const { id: fileId, ownerId } = file;
      const isOurs = written ? await markReady(tx, fileId, written) : await markFailed(tx, fileId);
      if (!isOurs) {
        // The file was removed meanwhile, so its bytes are deleted; or another node settled it, and they are kept.
        if (!(await isKnownFile(tx, fileId)))
          await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
        return;
      }
      const state = written ? 'ready' : 'failed';
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state, review: written?.review ?? null });
      const keys = written ? [sourceKey(fileId)] : allKeys(fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys });
    });

  /** The hooks run first: they lock the post before its file, in the same order as every removal of a post. */
  const refuse = ({ id: fileId, ownerId }: PendingFile) =>
    database.transaction(async (tx) => {
      for (const hook of hooks) await hook(tx, { fileId, ownerId, state: 'refused', review: null });
      await deleteFile(tx, fileId);
      await jobs.enqueue(tx, 'media.delete-bytes', { keys: allKeys(fileId) });
    });

  /**
   * Enqueues another job instead of failing this one, so that no retries are used while the service is unavailable.
   */
  const postpone = ({ id: fileId, kind }: PendingFile, waits: number) =>
    database.transaction(async (tx) => {
      await revertAttempt(tx, fileId);
      const startAfterSeconds = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** waits);
      await jobs.enqueue(tx, writeJobOf(kind), { fileId, waits: waits + 1 }, { startAfterSeconds });
    });

  return { settle, refuse, postpone, onSettled: (hook: SettledHook): void => void hooks.push(hook) };
}
