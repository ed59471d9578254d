import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';

const target = z.strictObject({ blocked_username: anyUsername });
const message = z.object({ message: z.string() });

/** `is_blocked` in either direction; `blocked_by_me` is for the button that blocks or unblocks. */
export const blockCheck = z.object({ is_blocked: z.boolean(), blocked_by_me: z.boolean() });

export const relationsRoutes = defineRoutes({
  'POST /users/block': {
    summary: 'Block somebody: the two see nothing of each other any more (SV-52).',
    access: 'session',
    rate: 'write',
    body: target,
    output: message,
    errors: ['cannot_block_self', 'already_blocked', 'user_not_found'],
  },
  'POST /users/unblock': {
    summary: 'Take a block back (SV-52).',
    access: 'session',
    rate: 'write',
    body: target,
    output: message,
    errors: ['not_blocked', 'user_not_found'],
  },
  'GET /users/blocks/check/:username': {
    summary: 'Whether the two are blocked, and whether by the caller (SV-53).',
    access: 'session',
    rate: 'read',
    params: z.object({ username: anyUsername }),
    output: blockCheck,
    errors: ['user_not_found'],
  },
  'GET /users/blocks/list': {
    summary: 'The names of those whom the caller has blocked, the newest first (RP-13, X-28).',
    access: 'session',
    rate: 'read',
    output: z.object({ blocked_users: z.array(z.string()) }),
    errors: [],
  },
});

export type BlockCheck = z.output<typeof blockCheck>;
