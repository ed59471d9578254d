import type { NotificationKind } from '@adda/contract/notifications';
import type { Generated } from 'kysely';

export type NotificationsTable = {
  id: string;
  user_id: number;
  kind: NotificationKind;
  text: string;
  about: string | null;
  sanction_id: string | null;
  group_id: string | null;
  invite_code: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
};

export type AnnouncementsTable = {
  id: string;
  text: string;
  link: string | null;
  tone: 'info' | 'warning';
  starts_at: Date;
  ends_at: Date | null;
  created_by: number;
  created_at: Generated<Date>;
};

/** The last mail about what a user missed (NT-05). */
export type MissedMailsTable = {
  user_id: number;
  /** When it was decided, then when it was passed on. */
  told_at: Date;
  /** The mail reports what happened later. */
  since: Date;
  /** The mail while it waits to be sent. */
  mail_id: string | null;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
    announcements: AnnouncementsTable;
    missed_mails: MissedMailsTable;
  }
}
