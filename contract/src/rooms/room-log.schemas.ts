import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import { cursorText } from '../kernel/paging.ts';
import { groupMessage } from './group-messages.schemas.ts';

/** A pinned message as the caller sees it (GR-04). */
export const pin = z.object({
  message: groupMessage,
  /** Null for a deleted account, and where there is a block with the caller. */
  pinned_by: z.nullable(z.string()),
  pinned_at: timestamp,
});

/** Path parameters of a pin; the service checks both ids. */
export const pinParams = z.object({
  id: z.string().check(z.maxLength(64)),
  message_id: z.string().check(z.maxLength(64)),
});

/** What an entry of a room's log is about (GR-06). */
export const roomLogKind = z.enum([
  'kick',
  'ban',
  'unban',
  'timeout',
  'deletion',
  'grant',
  'revoke',
  'settings',
  'pin',
  'unpin',
  'transfer',
]);

/** An entry of a room's log; it never has the words of a message (GR-06). */
export const roomLogEntry = z.object({
  entry_id: z.string(),
  kind: roomLogKind,
  /** Who did it; null for a deleted account. */
  by: z.nullable(z.string()),
  /** Whom it concerns; null without one, and for a deleted account. */
  username: z.nullable(z.string()),
  /** The pinned or unpinned message, or the only deleted one. */
  message_id: z.nullable(z.string()),
  /** Empty without a reason. */
  reason: z.string(),
  /**
   * More about it, by kind. timeout: `minutes`, 0 for its end; deletion: `messages`, their number, and `message_ids`, unless all
   * were deleted; grant, revoke: `permissions`; settings: `fields`.
   */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: timestamp,
});

/** Query of a room's log. */
export const roomLogQuery = z.object({ cursor: z.optional(cursorText) });

export type Pin = z.output<typeof pin>;
export type RoomLogKind = z.output<typeof roomLogKind>;
export type RoomLogEntry = z.output<typeof roomLogEntry>;
