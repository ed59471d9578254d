import type { Generated } from 'kysely';

/** An image that was written anew; its bytes are in the media store under its id. */
export type ImagesTable = {
  id: string;
  owner_id: number;
  /** Pixels of one frame. */
  width: number;
  height: number;
  bytes: number;
  /** Of the bytes as they came and of what they show; null where there is none, as of everything from before. */
  sha256: string | null;
  dhash: string | null;
  created_at: Generated<Date>;
  /** When something first showed it; until then it may be removed. */
  used_at: Date | null;
};

/** The file of a post; its bytes are in the media store under its id, its preview under `<id>-preview`. */
export type MediaFilesTable = {
  id: string;
  owner_id: number;
  kind: 'image' | 'video';
  state: Generated<'pending' | 'ready' | 'failed'>;
  tries: Generated<number>;
  original_filename: string | null;
  /** Of the file as it is served; null until it is written anew. */
  content_type: string | null;
  bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  has_preview: Generated<boolean>;
  /** The stand-in of a few pixels, as a `data:` URL. */
  blur: string | null;
  /** Of the bytes as they came, and of what the photo or the still of the video shows once it is written anew. */
  sha256: string | null;
  dhash: string | null;
  created_at: Generated<Date>;
  /** When a post took it; until then it may be removed. */
  used_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    images: ImagesTable;
    media_files: MediaFilesTable;
  }
}
