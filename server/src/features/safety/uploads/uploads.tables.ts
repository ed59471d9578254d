import type { Generated } from 'kysely';

/** A refused file, by one of its hashes in hex. */
export type UploadHashesTable = {
  id: string;
  kind: 'sha256' | 'dhash';
  value: string;
  note: string | null;
  report_id: string | null;
  added_by: number;
  created_at: Generated<Date>;
  /** Number of refused uploads. */
  hits: Generated<number>;
};

/** A single row with the version of the list, which grows with every change. */
export type UploadHashesVersionTable = { only_row: Generated<boolean>; version: number };

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    upload_hashes: UploadHashesTable;
    upload_hashes_version: UploadHashesVersionTable;
  }
}
