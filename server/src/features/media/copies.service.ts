import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ByteSource } from '@adda/contract';
import { AVATAR_PATH } from '@adda/contract/media';
import type { Database } from '../../platform/database/index.ts';
import type { MediaStore } from '../../platform/media-store/index.ts';
import { audioKey, servedKey, avatarKey } from './media.policy.ts';
import { isKnownRecording } from './audio/recordings.repository.ts';
import { AUDIO_TYPE } from './audio/recordings.service.ts';
import { findFile } from './files/files.repository.ts';
import { sourceOf } from './files/files.service.ts';
import { IMAGE_TYPE } from './image-writer.service.ts';
import { findImage } from './images.repository.ts';

/** The source of a copy: the image (also of unknown use) or recording of a message, a profile picture, a post's file. */
export type CopySource = { readonly of: 'image' | 'audio' | 'avatar' | 'file'; readonly id: string };

/** A stored copy; sizes in pixels and bytes. */
export type StoredCopy = {
  readonly kind: 'image' | 'video' | 'audio';
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
};

/** The properties of a source: its store keys and how it is served. */
type SourceProperties = Omit<StoredCopy, 'bytes'> & { readonly keys: readonly string[] };

type Deps = {
  readonly database: Database;
  readonly store: MediaStore;
  /** The fail-fast store, for requests of users. */
  readonly promptStore: MediaStore;
  /** Folder for temporary files; old ones may be deleted. */
  readonly workFolder: string;
};

/** Returns the id of a profile picture by its URL; undefined for any other URL. */
export const avatarIdOf = (url: string | null): string | undefined =>
  url?.startsWith(AVATAR_PATH) ? url.slice(AVATAR_PATH.length) : undefined;

const keyOf = (copyId: string) => `${copyId}-copy`;

/** Creates, finds and opens copies. The id of a copy has 32 hex digits. The caller decides who may open it. */
export function createCopies({ database, store, promptStore, workFolder }: Deps) {
  async function find({ of, id }: CopySource): Promise<SourceProperties | 'gone' | 'pending'> {
    if (of === 'file') {
      const file = await findFile(database.db, id);
      if (!file || file.state === 'failed') return 'gone';
      if (file.state === 'pending' || file.contentType === null) return 'pending';
      return { ...file, contentType: file.contentType, keys: [servedKey(id, 'full')] };
    }
    if (of === 'audio') {
      if (!(await isKnownRecording(database.db, id))) return 'gone';
      return { kind: 'audio', contentType: AUDIO_TYPE, width: null, height: null, keys: [audioKey(id)] };
    }
    const image = await findImage(database.db, id);
    if (!image) return 'gone';
    const keys = of === 'avatar' ? [avatarKey(id, 'full')] : [id, avatarKey(id, 'full')];
    return { kind: 'image', contentType: IMAGE_TYPE, width: image.width, height: image.height, keys };
  }

  /** Copies through a file, so that a video is never completely in memory. */
  async function copyBytes(from: string, to: string, contentType: string): Promise<number | undefined> {
    const bytes = await store.get(from);
    if (!bytes) return undefined;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const draft = path.join(workFolder, `copy-${randomBytes(8).toString('hex')}`);
    try {
      await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
      await store.putFile(to, draft, contentType);
    } finally {
      await rm(draft, { force: true });
    }
    return store.size(to);
  }

  return {
    /**
     * Copies the current content. Returns `gone` when it does not exist, `pending` while the file is being processed.
     * Throws when the store fails. Idempotent.
     */
    async make(source: CopySource, copyId: string): Promise<StoredCopy | 'gone' | 'pending'> {
      const found = await find(source);
      if (typeof found === 'string') return found;
      const { keys, kind, contentType, width, height } = found;
      for (const key of keys) {
        const bytes = await copyBytes(key, keyOf(copyId), contentType);
        if (bytes !== undefined) return { kind, contentType, width, height, bytes };
      }
      return 'gone';
    },
    /** Returns the bytes of a copy; undefined when there is none. Throws `unavailable`. */
    async open(copyId: string): Promise<ByteSource | undefined> {
      const size = await promptStore.size(keyOf(copyId));
      return size === undefined ? undefined : sourceOf(promptStore, keyOf(copyId), size);
    },
  };
}
