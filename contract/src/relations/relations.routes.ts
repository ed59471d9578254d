import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { cursorText } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';

const target = z.strictObject({ blocked_username: anyUsername });
const message = z.object({ message: z.string() });

/** `is_blocked`: a block in either direction; `blocked_by_me` is for the button that blocks or unblocks. */
const blockCheck = z.object({ is_blocked: z.boolean(), blocked_by_me: z.boolean() });

const hiding = z.object({ hidden_until: z.nullable(timestamp) });

const followTarget = z.object({ target_username: anyUsername });
const following = z.object({ message: z.string(), following: z.array(z.string()) });

/** A user in a list of followers or of those whom a user follows; `is_following`: the caller follows them. */
const followRow = z.object({
  username: z.string(),
  display_name: z.string(),
  picture: z.nullable(z.string()),
  is_following: z.boolean(),
});
const followRows = z.array(followRow);
const ofUser = z.object({ username: anyUsername });
const page = z.object({ cursor: z.optional(cursorText) });
const nextCursor = z.nullable(z.string());

export const relationsRoutes = defineRoutes({
  'POST /subscriptions/follow': {
    summary: 'Follow a user; `following` lists everybody that the caller follows now (SV-67).',
    access: 'session',
    rate: 'write',
    query: followTarget,
    output: following,
    errors: ['cannot_follow_self', 'already_following', 'cannot_follow', 'user_not_found'],
  },
  'POST /subscriptions/unfollow': {
    summary: 'Unfollow a user (SV-67).',
    access: 'session',
    rate: 'write',
    query: followTarget,
    output: following,
    errors: ['cannot_follow_self', 'not_following', 'user_not_found'],
  },
  'GET /users/:username/followers': {
    summary:
      'Who follows a user, the newest first, 30 a page (HM-15). A list that its owner hides is 404 for everybody else.',
    access: 'session',
    rate: 'read',
    params: ofUser,
    query: page,
    output: z.object({ followers: followRows, next_cursor: nextCursor }),
    errors: ['user_not_found', 'invalid_parameters'],
  },
  'GET /users/:username/following': {
    summary:
      'Whom a user follows, the newest first, 30 a page (HM-15). A list that its owner hides is 404 for everybody else.',
    access: 'session',
    rate: 'read',
    params: ofUser,
    query: page,
    output: z.object({ following: followRows, next_cursor: nextCursor }),
    errors: ['user_not_found', 'invalid_parameters'],
  },
  'POST /users/block': {
    summary: 'Block a user: the two no longer see anything of each other (SV-52).',
    access: 'session',
    rate: 'write',
    body: target,
    output: message,
    errors: ['cannot_block_self', 'already_blocked', 'user_not_found'],
  },
  'POST /users/unblock': {
    summary: 'Unblock a user (SV-52).',
    access: 'session',
    rate: 'write',
    body: target,
    output: message,
    errors: ['not_blocked', 'user_not_found'],
  },
  'GET /users/blocks/check/:username': {
    summary: 'Whether there is a block between the two users, and whether the caller made it (SV-53).',
    access: 'session',
    rate: 'read',
    params: z.object({ username: anyUsername }),
    output: blockCheck,
    errors: ['user_not_found'],
  },
  'GET /users/blocks/list': {
    summary: 'The users that the caller has blocked, the newest first (RP-13, X-28).',
    access: 'session',
    rate: 'read',
    output: z.object({ blocked_users: z.array(z.string()) }),
    errors: [],
  },
  'GET /users/me/hiding': {
    summary:
      'Until when strangers can’t find the caller after a report of a threat; null if they can (MR-05).',
    access: 'session',
    rate: 'read',
    output: hiding,
    errors: [],
  },
  'DELETE /users/me/hiding': {
    summary: 'End the hiding of the caller’s profile early; also succeeds if it is not hidden (MR-05).',
    access: 'session',
    rate: 'write',
    output: hiding,
    errors: [],
  },
});

export type FollowRow = z.output<typeof followRow>;
export type BlockCheck = z.output<typeof blockCheck>;
