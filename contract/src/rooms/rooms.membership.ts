import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import { roomSettings } from './room-settings.schemas.ts';
import * as s from './rooms.schemas.ts';

/** A user in a room. */
export const someoneIn = z.object({ group_id: groupId, username: z.string() });
const someoneBy = z.object({ group_id: groupId, username: z.string(), by: z.string() });
/** `reason` only for the user themselves: what the moderator wrote to them; absent for none (GR-06). */
const removedBy = z.object({ ...someoneBy.shape, reason: z.optional(z.string()) });

/** Changes of memberships; also sent to every shell of the affected user. */
export const membershipEvents = {
  group_joined: someoneIn,
  group_left: someoneIn,
  kick_user: removedBy,
  ban_user: removedBy,
  /** A moderator took the right to write from a member until a time, or gave it back: then `until` is null (GR-03). */
  member_timeout: z.object({
    ...someoneIn.shape,
    until: z.nullable(timestamp),
    reason: z.optional(z.string()),
  }),
  /** The ban was lifted. */
  unban_user: someoneBy,
  /** The room has another owner; `by` is the owner before, who handed it over or left (GR-05). */
  owner_changed: someoneBy,
  group_deleted: z.object({ group_id: groupId }),
  /** The name or the settings of the room as they are now; also sent to the shells of all members (GR-01). */
  group_updated: z.object({
    group_id: groupId,
    name: z.string(),
    description: z.string(),
    ...roomSettings,
  }),
  /** All permissions that the member now has; empty after a revocation. */
  permission_granted: z.object({
    group_id: groupId,
    username: z.string(),
    permissions: z.array(s.permission),
  }),
};
