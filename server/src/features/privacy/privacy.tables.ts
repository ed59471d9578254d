import type { Generated } from 'kysely';

/** An export of personal data. `progress` is from 0 to 1. The bytes are in the media store. */
export type DataExportsTable = {
  id: string;
  user_id: number;
  status: Generated<'pending' | 'ready' | 'failed'>;
  progress: Generated<number>;
  /** Number of attempts. */
  tries: Generated<number>;
  bytes: number | null;
  created_at: Generated<Date>;
  ready_at: Date | null;
  expires_at: Date | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    data_exports: DataExportsTable;
  }
}
