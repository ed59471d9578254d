import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { ANNOUNCEMENT_MAX } from './notifications.limits.ts';

const notificationKind = z.enum([
  'warning',
  'content_removed',
  'suspension_ended',
  'report_looked_at',
  'report_decided',
  'appeal_decided',
  'export_ready',
  'invite',
]);

/**
 * A notification to one user. `text` is written by an administrator or is a standard sentence; `about` names its subject,
 * such as the reported user, or the user who invites (kind `invite`, GR-02).
 */
export const notification = z.object({
  notification_id: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
  kind: notificationKind,
  text: z.string(),
  about: z.nullable(z.string()),
  /** The sanction that can be appealed against; null where there is none. */
  sanction_id: z.nullable(z.string()),
  /** The room of a personal invitation, and the invitation's code; null for other kinds (GR-02). */
  group_id: z.nullable(z.string()),
  invite_code: z.nullable(z.string()),
  created_at: timestamp,
  is_read: z.boolean(),
});

export const announcementId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid announcement ID'));

export const announcementInput = z.strictObject({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write what everybody should know.'),
      z.maxLength(ANNOUNCEMENT_MAX, `Use at most ${ANNOUNCEMENT_MAX} characters.`),
    ),
  link: z.optional(z.nullable(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)))),
  tone: z._default(z.enum(['info', 'warning']), 'info'),
  starts_at: z.optional(timestamp),
  ends_at: z.optional(z.nullable(timestamp)),
});

/** A message of the operators to all users, for a limited time. */
export const announcement = z.object({
  announcement_id: announcementId,
  text: z.string(),
  link: z.nullable(z.string()),
  tone: z.enum(['info', 'warning']),
  starts_at: timestamp,
  ends_at: z.nullable(timestamp),
});

/** An announcement as administrators see it. */
export const managedAnnouncement = z.object({
  ...announcement.shape,
  state: z.enum(['planned', 'shown', 'over']),
  created_by: z.string(),
  created_at: timestamp,
});

export type Notification = z.output<typeof notification>;
export type NotificationKind = z.output<typeof notificationKind>;
export type Announcement = z.output<typeof announcement>;
export type AnnouncementInput = z.output<typeof announcementInput>;
export type ManagedAnnouncement = z.output<typeof managedAnnouncement>;
