import type { Generated } from 'kysely';

/** A copy of everything about a person; `progress` from 0 to 1. Its bytes are in the media store. */
export type DataExportsTable = {
  id: string;
  user_id: number;
  status: Generated<'pending' | 'ready' | 'failed'>;
  progress: Generated<number>;
  /** How often it was begun. */
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
