import * as z from 'zod/mini';
import { groupId } from '../kernel/ids.ts';
import * as s from './rooms.schemas.ts';

/** A user in a room. */
export const someoneIn = z.object({ group_id: groupId, username: z.string() });
const someoneBy = z.object({ group_id: groupId, username: z.string(), by: z.string() });

/** Changes of memberships; also sent to every shell of the affected user. */
export const membershipEvents = {
  group_joined: someoneIn,
  group_left: someoneIn,
  kick_user: someoneBy,
  ban_user: someoneBy,
  /** The ban was lifted. */
  unban_user: someoneBy,
  group_deleted: z.object({ group_id: groupId }),
  /** All permissions that the member now has; empty after a revocation. */
  permission_granted: z.object({
    group_id: groupId,
    username: z.string(),
    permissions: z.array(s.permission),
  }),
};
