import * as z from 'zod/mini';
import { activityChanged } from '../activity/activity.schemas.ts';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { defineSocket } from '../kernel/event.ts';
import { groupId, messageId, timestamp } from '../kernel/ids.ts';
import { inboxChanged } from '../inbox/inbox.schemas.ts';
import { messageDraft } from '../messages/drafts.routes.ts';
import { mute } from '../messages/mutes.routes.ts';
import {
  confirmationFields,
  editedFields,
  previewChanged,
  reactionsChanged,
} from '../messages/messages.schemas.ts';
import { creatorRoomEvents } from '../profiles/profiles.schemas.ts';
import { announcement, notification } from '../notifications/notifications.schemas.ts';
import { catchUp, serverDraining, socketError } from '../platform/platform.socket.ts';
import { membershipEvents } from '../rooms/rooms.membership.ts';
import { mentionCount } from '../rooms/rooms.schemas.ts';
import { balance } from '../wallet/wallet.schemas.ts';
import * as s from './direct.schemas.ts';

/** Reference to the other user of a private chat by username. */
const otherUser = z.object({ username: z.string() });

/**
 * The private socket (RT-15 to RT-25, SV-99). Without `recipient` it is the connection of the app shell, joined to the
 * user's own room: it notifies every tab of changes of this account and of the end of a session. With
 * `recipient` it is the connection of one open private chat.
 */
export const privateSocket = defineSocket({
  path: '/socket.io',
  query: z.object({
    token: z.optional(z.string()),
    self: z.string(),
    recipient: z.optional(z.string()),
  }),
  incoming: {
    /** Required every 10 s on the connection of a chat (PC-21). */
    heartbeat: z.optional(z.unknown()),
    rejoin_rooms: z.optional(z.unknown()),
    message: s.sendPrivateMessage,
    typing_start: z.object({ recipient: anyUsername }),
    typing_stop: z.object({ recipient: anyUsername }),
    /** On the shell's connection: subscribe to a creator's profile and post events, and to nothing else (RT-26, RT-28). */
    join: z.object({ creator: anyUsername }),
    leave: z.object({ creator: anyUsername }),
  },
  outgoing: {
    error: socketError,
    /** This node is shutting down; the client reconnects immediately to another node. */
    server_draining: serverDraining,
    /** Events may have been missed; the client syncs. */
    catch_up: catchUp,
    /** The session of this connection has ended; the connection closes right afterwards. */
    session_ended: z.object({
      reason: z.enum(['logged_out', 'revoked', 'upgraded', 'suspended', 'deleted']),
    }),
    /** Changes of the caller's membership of a room, on this or another device. */
    ...membershipEvents,
    /** Changes of the profiles and posts of creators whose rooms were joined. */
    ...creatorRoomEvents,
    /**
     * Own messages in the chat with `username`, up to a sequence, were received or read by that user; sent to the open chats
     * with the user and to the shells of the sender. Values of earlier messages that are known already stay as they are.
     * `read_at` is null until they are read, and if one of the two users does not tell what they read (FT-03).
     */
    message_status: z.object({
      username: z.string(),
      up_to_sequence: z.int(),
      delivered_at: timestamp,
      read_at: z.nullable(timestamp),
    }),
    /** Sent to the chat connections of both users. */
    message: s.privateMessage,
    /** The same message, sent to the shells of the recipient. */
    new_message: s.privateMessage,
    /** The same message, sent to the shells of the sender, so that lists in other tabs and devices are updated. */
    own_message: s.privateMessage,
    /** `client_timestamp` is the value from the sender's client, for matching. */
    message_confirmation: z.object({
      ...confirmationFields,
      client_timestamp: z.nullable(z.string()),
    }),
    /** The sender's image is stored; the link is valid for the sender only. */
    image_processed: z.object({ image_id: z.string(), image_url: z.string(), _id: messageId }),
    unread_count: s.unreadCount,
    /**
     * A stranger wrote to the caller: a request began or has another text. Sent to the caller's shells in place of
     * `new_message`; an open chat with the stranger gets `message` (MR-02).
     */
    chat_request: otherUser,
    /**
     * The caller accepted (also by writing back) or declined the request of `username`, on this or another device; sent to
     * the caller's shells and open chats with that user.
     */
    chat_request_closed: z.object({ username: z.string(), accepted: z.boolean() }),
    /** `username` accepted the caller's request or wrote back; sent to the caller's shells and open chats with that user. */
    chat_request_accepted: otherUser,
    /** A draft of the caller changed; removed if its text is empty, also by a message that was sent (FT-04). */
    draft_changed: messageDraft,
    /** The caller muted a conversation or ended that, on this or another device (GR-07). */
    mute_changed: mute,
    /** A row of the caller's inbox changed or is gone; changes in quick succession are joined (HM-01). */
    inbox_changed: inboxChanged,
    /** Something happened to the caller, or what had happened changed, is gone or was read (NT-02). */
    activity: activityChanged,
    /** The caller's unread mentions of a room as they are now; changes in quick succession are joined (MN-03). */
    mentions_changed: z.object({ group_id: groupId, ...mentionCount }),
    /** A block between the two users began or ended (SV-52); the event does not say who blocked. */
    blocked_notification: z.object({ username: z.string(), is_blocked: z.boolean() }),
    /** Public ids of the conversations that this connection is subscribed to; empty for a shell. */
    rejoin_confirmation: z.object({ rooms: z.array(z.string()) }),
    typing_start: otherUser,
    typing_stop: otherUser,
    /**
     * Messages of a chat were deleted. `hidden`: deleted for this user only; sent to all their devices, and the
     * messages leave no placeholder. A client that misses a revision in between requests the missing deletions.
     */
    message_deleted: z.object({
      /** The other user of the chat, from the reader's point of view. */
      username: z.string(),
      /** Same value as `username`, under the name that the requirements define. */
      peer: z.string(),
      message_ids: z.array(messageId),
      sequences: z.array(z.int()),
      hidden: z.boolean(),
      cleared_to: z.int(),
      revision: z.int(),
    }),
    /** The same for reactions: `username` is the other user of the chat (RX-03). */
    message_reactions: z.object({ username: z.string(), ...reactionsChanged }),
    /** The first link of a message got its card; `username` is the other user of the chat (FT-05). */
    message_preview: z.object({ username: z.string(), ...previewChanged }),
    /** The text of a message of this chat was changed; the fields are those of the message now (ED-02). */
    message_edited: z.object({ ...s.privateMessage.shape, ...editedFields }),
    /** The other user of this chat went online or offline. */
    user_status: z.object({ username: z.string(), ...s.userStatus.shape }),
    /** A user was renamed: a guest became permanent (SV-04) or an account was deleted (SV-13). */
    user_renamed: z.object({ old_username: z.string(), username: z.string(), is_guest: z.boolean() }),
    /** The caller turned receiving messages on or off, on this or another device (SE-05). */
    availability: z.object({ is_available: z.boolean() }),
    /** The caller's balance has changed; the client reads it again or takes it from the payload (WA-06). */
    wallet_changed: balance,
    /** A notification from the operators to the caller. */
    notification,
    /** The current announcements of the operators; sent to all users. */
    announcements: z.object({ announcements: z.array(announcement) }),
  },
});

export type PrivateOutgoing = {
  [K in keyof typeof privateSocket.outgoing]: z.output<(typeof privateSocket.outgoing)[K]>;
};
