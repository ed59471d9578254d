import type { Generated } from 'kysely';

/** A re-encoded image. Its bytes are in the media store under its id. */
export type ImagesTable = {
  id: string;
  owner_id: number;
  /** Pixels of one frame. */
  width: number;
  height: number;
  bytes: number;
  /**
   * Hashes of the original bytes and of the picture; null when there is none, and for images from before hashes were
   * stored.
   */
  sha256: string | null;
  dhash: string | null;
  created_at: Generated<Date>;
  /** When it was first shown. Unused images may be removed. */
  used_at: Date | null;
};

/** The file of a post. Its bytes are in the media store under its id, its preview under `<id>-preview`. */
export type MediaFilesTable = {
  id: string;
  owner_id: number;
  kind: 'image' | 'video';
  state: Generated<'pending' | 'ready' | 'failed'>;
  tries: Generated<number>;
  original_filename: string | null;
  /** Properties of the served file; null until it is re-encoded. */
  content_type: string | null;
  bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  has_preview: Generated<boolean>;
  /** The placeholder of a few pixels, as a `data:` URL. */
  blur: string | null;
  /** Hashes of the uploaded bytes, and of the photo or the video's still after it is re-encoded. */
  sha256: string | null;
  dhash: string | null;
  created_at: Generated<Date>;
  /** When a post used it. Unused files may be removed. */
  used_at: Date | null;
};

/** A re-encoded recording. Its bytes are in the media store. */
export type RecordingsTable = {
  id: string;
  owner_id: number;
  duration_ms: number;
  /** Peaks from 0 to 100. */
  waveform: number[];
  bytes: number;
  /** Hash of the uploaded bytes. */
  sha256: string;
  created_at: Generated<Date>;
  /** When it was sent. Unused recordings are removed. */
  used_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    images: ImagesTable;
    media_files: MediaFilesTable;
    recordings: RecordingsTable;
  }
}
