import * as z from 'zod/mini';
import { giftSent } from '../gifts/gifts.schemas.ts';
import { catchUp, serverDraining, socketError } from '../platform/platform.socket.ts';
import { defineSocket } from '../kernel/event.ts';
import { groupId, messageId, timestamp } from '../kernel/ids.ts';
import { membershipEvents, someoneIn } from './rooms.membership.ts';
import {
  confirmationFields,
  editedFields,
  previewChanged,
  reactionsChanged,
} from '../messages/messages.schemas.ts';
import * as m from './group-messages.schemas.ts';

/** The connection of an open room (RT-01 to RT-14, SV-98): one room, one member, admitted by the database. */
export const groupSocket = defineSocket({
  path: '/group-socket.io',
  query: z.object({ token: z.optional(z.string()), group_id: z.string(), self: z.string() }),
  incoming: {
    typing_start: z.object({ group_id: groupId }),
    typing_stop: z.object({ group_id: groupId }),
    group_message: m.sendGroupMessage,
  },
  outgoing: {
    /** This node is shutting down; the client reconnects immediately to another node. */
    server_draining: serverDraining,
    /** Events may have been missed; the client syncs. */
    catch_up: catchUp,
    ...membershipEvents,
    user_status: z.object({
      username: z.string(),
      is_online: z.boolean(),
      last_active: z.nullable(timestamp),
    }),
    /** A user was renamed: a guest became permanent (SV-04) or an account was deleted (SV-13). */
    user_renamed: z.object({ old_username: z.string(), username: z.string(), is_guest: z.boolean() }),
    /**
     * A block between this reader and another user began or ended (SV-52); the event does not say who blocked. The client
     * hides or shows that user's messages and actions here accordingly; while the block lasts, the server sends none of
     * them.
     */
    blocked_notification: z.object({ username: z.string(), is_blocked: z.boolean() }),
    group_message: m.groupMessage,
    /** The messages of a suspended member are hidden during the suspension and shown again afterwards (SV-50). */
    member_suspended: z.object({ group_id: groupId, username: z.string(), is_suspended: z.boolean() }),
    /** Messages were deleted: the listed ones, or everything up to `cleared_to` where all were deleted. */
    message_deleted: z.object({
      group_id: groupId,
      message_ids: z.array(messageId),
      sequences: z.array(z.int()),
      cleared_to: z.int(),
      revision: z.int(),
    }),
    /** The reactions of a message as they are now; changes in quick succession are joined (RX-03). */
    message_reactions: z.object({ group_id: groupId, ...reactionsChanged }),
    /** A member changed the text of a message; the fields are those of the message now (ED-02). */
    message_edited: z.object({ ...m.groupMessage.shape, ...editedFields }),
    /** The first link of a message got its card (FT-05). */
    message_preview: z.object({ group_id: groupId, ...previewChanged }),
    /** A message was pinned or unpinned, or a pinned one was deleted; `count` is what this reader sees (GR-04). */
    pins_changed: z.object({ group_id: groupId, count: z.int() }),
    message_confirmation: z.object(confirmationFields),
    typing_start: someoneIn,
    typing_stop: someoneIn,
    /** A member gave a gift to another member (GI-03). */
    gift_sent: giftSent,
    error: socketError,
  },
});

export type GroupOutgoing = {
  [K in keyof typeof groupSocket.outgoing]: z.output<(typeof groupSocket.outgoing)[K]>;
};
export type MessageConfirmation = GroupOutgoing['message_confirmation'];
