import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import { defineRoutes } from '../kernel/route.ts';
import { isOnePlace, placeFields } from './place.schemas.ts';

/**
 * Whether a user has muted a conversation (GR-07). `muted_until` is null without end and for a conversation that is not
 * muted; `mentions_too`: mentions in it notify no more either.
 */
const muteFields = {
  is_muted: z.boolean(),
  muted_until: z.nullable(timestamp),
  mentions_too: z.boolean(),
};

/** The same with the room, or the other user of the private chat. */
export const mute = z.union([
  z.object({ group_id: groupId, ...muteFields }),
  z.object({ recipient: z.string(), ...muteFields }),
]);

/** Body of muting: one place, and until when; without `until` or with null without end, `muted: false` unmutes (GR-07). */
export const muteInput = z
  .strictObject({
    ...placeFields,
    until: z.optional(z.nullable(timestamp)),
    muted: z._default(z.boolean(), true),
    mentions_too: z._default(z.boolean(), false),
  })
  .check(isOnePlace);

/** Muted conversations of the caller. */
export const mutesRoutes = defineRoutes({
  'GET /conversations/mutes': {
    summary: 'The conversations that the caller has muted, by which a client decides what notifies (GR-07).',
    access: 'session',
    rate: 'read',
    output: z.object({ mutes: z.array(mute) }),
    errors: [],
  },
  'POST /conversations/mute': {
    summary:
      'Mute or unmute a room or private chat. Muted ones do not notify, and their unread messages count separately (GR-07).',
    access: 'session',
    rate: 'write',
    body: muteInput,
    output: mute,
    errors: [
      'invalid_group_id',
      'group_not_found',
      'cannot_chat_with_self',
      'user_not_found',
      'blocked_by_user',
      'nothing_to_mute',
      'mute_until_past',
    ],
  },
});

export type Mute = z.output<typeof mute>;
export type MuteInput = z.output<typeof muteInput>;
