import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import { groupMessage } from './group-messages.schemas.ts';
import { group, groupMember, groupParams } from './rooms.schemas.ts';

/** What everybody may know of a public room: numbers, never names (HM-05). */
const publicRoom = z.object({
  group_id: group.shape.group_id,
  name: group.shape.name,
  topic: group.shape.topic,
  picture: group.shape.picture,
  /** The number of members. */
  members: z.int(),
  /** How many of them are online. */
  online: z.int(),
});

/** A public room as a non-member reads it (HM-06). */
const roomPreview = z.object({
  group,
  /**
   * The last `PREVIEW_MESSAGES` messages to all members, ascending by `sequence`, as a member sees them, without deleted ones.
   * They open no files: `image_url`, `audio_url` and the `image_url` of `preview` are null.
   */
  messages: z.array(groupMessage),
  /** At most `PREVIEW_PEOPLE` members, online ones first, without users in a block with the caller. */
  people: z.array(groupMember),
  /** How many members are online. */
  online: z.int(),
});

/** Routes about rooms for users who are not in them, with and without a session. */
export const outsideRoutes = defineRoutes({
  'GET /groupchat/groups/:id/preview': {
    summary: 'A room with its last messages, to read before joining; marks nothing as read (HM-06).',
    access: 'session',
    rate: 'read',
    params: groupParams,
    output: roomPreview,
    errors: ['invalid_group_id', 'group_not_found', 'banned_from_group'],
  },
  'GET /public/rooms/:id': {
    summary: 'A public room in numbers, without an account; private rooms are unknown (HM-05).',
    access: 'public',
    rate: 'read',
    params: groupParams,
    output: publicRoom,
    errors: ['group_not_found'],
  },
});

export type PublicRoom = z.output<typeof publicRoom>;
export type RoomPreview = z.output<typeof roomPreview>;
