import * as z from 'zod/mini';
import { USERNAME_MAX } from '../accounts/accounts.limits.ts';
import { timestamp } from '../kernel/ids.ts';
import { INVITE_CODE_MAX, INVITE_HOURS_MAX, INVITE_USES_MAX } from './invites.limits.ts';

/** The code of an invitation: 128 random bits as base64url. Knowing the code is enough to join. */
const inviteCode = z.string().check(z.minLength(1), z.maxLength(INVITE_CODE_MAX));

export const inviteParams = z.object({ code: inviteCode });
export const roomInviteParams = z.object({ id: z.string().check(z.maxLength(64)), code: inviteCode });

/**
 * Body of a new invitation (GR-02): a link with a lifetime in hours (168 without) and a number of uses (null or absent: no
 * limit), or `username` for a personal invitation, which has neither.
 */
export const inviteInput = z
  .strictObject({
    expires_in_hours: z.optional(z.int().check(z.minimum(1), z.maximum(INVITE_HOURS_MAX))),
    max_uses: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(INVITE_USES_MAX)))),
    username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(USERNAME_MAX))),
  })
  .check(
    z.refine(
      ({ username, expires_in_hours: hours, max_uses: uses }) =>
        username === undefined || (hours === undefined && uses === undefined),
      { error: 'A personal invitation has no other settings.', path: ['username'] },
    ),
  );

/** A valid invitation of a room, for those who may see it. */
export const invite = z.object({
  code: z.string(),
  /** The address of its public page. */
  url: z.string(),
  /** People who became members by it. */
  uses: z.int(),
  /** Null for no limit. */
  max_uses: z.nullable(z.int()),
  expires_at: timestamp,
  /** Null where there is a block between the caller and this user. */
  created_by: z.nullable(z.string()),
  created_at: timestamp,
  /** The only user who may join by it; null for a link. */
  username: z.nullable(z.string()),
});

/** What everybody with the code of a valid invitation may know about its room. */
export const invitedRoom = z.object({
  name: z.string(),
  topic: z.string(),
  /** Address of the picture; null for none. */
  picture: z.nullable(z.string()),
  /** The number of members. */
  members: z.int(),
});

export type InviteInput = z.output<typeof inviteInput>;
export type Invite = z.output<typeof invite>;
export type InvitedRoom = z.output<typeof invitedRoom>;
