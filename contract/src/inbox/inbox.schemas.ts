import * as z from 'zod/mini';
import { privateMessage } from '../direct/direct.schemas.ts';
import { groupId, timestamp } from '../kernel/ids.ts';
import { cursorText } from '../kernel/paging.ts';
import { isOnePlace, placeFields } from '../messages/place.schemas.ts';
import { groupMessage } from '../rooms/group-messages.schemas.ts';

/** Unread messages of a conversation, both at most `UNREAD_CAP`, which stands for that many or more (HM-02). */
const unreadFields = {
  /** Messages of others behind the read position that the caller sees; no notices. */
  unread_count: z.int(),
  /** Those of them in rooms that mention the caller; 0 in private chats. */
  mention_count: z.int(),
};

const itemFields = {
  /** The name of the room, or the display name of the other user. */
  name: z.string(),
  picture: z.nullable(z.string()),
  ...unreadFields,
  is_muted: z.boolean(),
  /** The unsent text of the caller; `reply_to` is the id of a message. */
  draft: z.nullable(z.object({ text: z.string(), reply_to: z.nullable(z.string()), updated_at: timestamp })),
  /**
   * Rows are in the order of this time: of `latest_message`, otherwise of joining; of a row that has only a draft, when the
   * draft was changed.
   */
  updated_at: timestamp,
};

/** A room that the caller is in (HM-01). `latest_message` is the newest that the caller sees, as in the history. */
const roomItem = z.object({
  kind: z.literal('room'),
  group_id: groupId,
  is_online: z.null(),
  latest_message: z.nullable(groupMessage),
  ...itemFields,
});

/** A private chat of the caller (HM-01). */
const privateItem = z.object({
  kind: z.literal('private'),
  username: z.string(),
  is_online: z.boolean(),
  latest_message: z.nullable(privateMessage),
  ...itemFields,
});

/** A row of the inbox. */
export const inboxItem = z.union([roomItem, privateItem]);

/** Payload of `inbox_changed`: a row as it is now, or the name of one that is gone. */
export const inboxChanged = z.union([
  z.object({ item: inboxItem }),
  z.object({ removed: z.union([z.object({ group_id: groupId }), z.object({ username: z.string() })]) }),
]);

/** Query of the inbox; `cursor` is the `next_cursor` of the previous page. */
export const inboxQuery = z.object({
  cursor: z.optional(cursorText),
  filter: z._default(z.enum(['all', 'unread', 'rooms', 'people']), 'all'),
});

/** Body of reading: one place, and the sequence of the newest message that was read; beyond the end it means the end. */
export const readInput = z
  .strictObject({ ...placeFields, up_to: z.int().check(z.minimum(0)) })
  .check(isOnePlace);

/** The read position and what is unread behind it. */
export const readPosition = z.object({ ...unreadFields, up_to: z.int() });

export type InboxItem = z.output<typeof inboxItem>;
export type InboxChanged = z.output<typeof inboxChanged>;
export type InboxFilter = z.output<typeof inboxQuery>['filter'];
export type ReadInput = z.output<typeof readInput>;
export type ReadPosition = z.output<typeof readPosition>;
