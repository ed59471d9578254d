import * as z from 'zod/mini';
import { groupId } from '../kernel/ids.ts';
import * as s from './rooms.schemas.ts';

/** Somebody in a room. */
export const someoneIn = z.object({ group_id: groupId, username: z.string() });
const someoneBy = z.object({ group_id: groupId, username: z.string(), by: z.string() });

/** What happens to people's membership; also told to every shell of the person whom it is about. */
export const membershipEvents = {
  group_joined: someoneIn,
  group_left: someoneIn,
  kick_user: someoneBy,
  ban_user: someoneBy,
  /** The ban was lifted. */
  unban_user: someoneBy,
  group_deleted: z.object({ group_id: groupId }),
  /** Everything that the member holds now; none after a revocation. */
  permission_granted: z.object({
    group_id: groupId,
    username: z.string(),
    permissions: z.array(s.permission),
  }),
};
