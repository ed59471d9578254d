import type { Generated } from 'kysely';

/** An image that was written anew; its bytes are in the media store under its id. */
export type ImagesTable = {
  id: string;
  owner_id: number;
  /** Pixels of one frame. */
  width: number;
  height: number;
  bytes: number;
  created_at: Generated<Date>;
  /** When something first showed it; until then it may be removed. */
  used_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    images: ImagesTable;
  }
}
