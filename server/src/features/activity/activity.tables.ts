import type { ActivityKind, ActivitySubject } from '@adda/contract/activity';
import type { Generated } from 'kysely';

/** What happened to a user; likes, follows and emoji reactions of one subject share a row (NT-01). */
export type ActivityItemsTable = {
  id: string;
  user_id: number;
  kind: ActivityKind;
  subject_type: ActivitySubject['type'];
  subject_id: string;
  /** Null for operators, and for kinds that are joined. */
  actor_id: number | null;
  opened_at: Generated<Date>;
  happened_at: Generated<Date>;
  is_read: Generated<boolean>;
};

/** How far a user has read the announcements, which have no rows of their own. */
export type ActivityReadersTable = { user_id: number; announcements_read_at: Date };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    activity_items: ActivityItemsTable;
    activity_readers: ActivityReadersTable;
  }
}
