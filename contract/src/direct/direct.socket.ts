import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { defineSocket } from '../kernel/event.ts';
import { messageId } from '../kernel/ids.ts';
import { confirmationFields } from '../messages/messages.schemas.ts';
import { creatorRoomEvents } from '../profiles/profiles.schemas.ts';
import { announcement, notification } from '../notifications/notifications.schemas.ts';
import { catchUp, serverDraining, socketError } from '../platform/platform.socket.ts';
import { membershipEvents } from '../rooms/rooms.membership.ts';
import { balance } from '../wallet/wallet.schemas.ts';
import * as s from './direct.schemas.ts';

/** Somebody in a private chat, by name. */
const someone = z.object({ username: z.string() });

/**
 * The private socket (RT-15 to RT-25, SV-99). Without `recipient` it is the shell's own connection, joined to the
 * user's room: it tells every tab what changed for this person and that a session has ended. With
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
    /** Due every 10 s on the connection of a chat (PC-21). */
    heartbeat: z.optional(z.unknown()),
    rejoin_rooms: z.optional(z.unknown()),
    message: s.sendPrivateMessage,
    typing_start: z.object({ recipient: anyUsername }),
    typing_stop: z.object({ recipient: anyUsername }),
    /** On a shell: hear of what changes about somebody's profile and posts, and no more (RT-26, RT-28). */
    join: z.object({ creator: anyUsername }),
    leave: z.object({ creator: anyUsername }),
  },
  outgoing: {
    error: socketError,
    /** This node is going away; a client reconnects at once and finds another. */
    server_draining: serverDraining,
    /** Something may have been missed; a client catches up. */
    catch_up: catchUp,
    /** The session of this connection has ended; the connection closes right after. */
    session_ended: z.object({
      reason: z.enum(['logged_out', 'revoked', 'upgraded', 'suspended', 'deleted']),
    }),
    /** What happened to the caller's membership of a room, here or elsewhere. */
    ...membershipEvents,
    /** What happened to the profiles and posts of those whose rooms were joined. */
    ...creatorRoomEvents,
    /** To the connections of the chat, of both people. */
    message: s.privateMessage,
    /** The same to the shells of the recipient. */
    new_message: s.privateMessage,
    /** The same to the shells of the sender, so that lists on other tabs and devices follow. */
    own_message: s.privateMessage,
    /** `client_timestamp` is what the sender's client sent along, for matching. */
    message_confirmation: z.object({
      ...confirmationFields,
      client_timestamp: z.nullable(z.string()),
    }),
    /** The sender's image is kept; the link is for the sender. */
    image_processed: z.object({ image_id: z.string(), image_url: z.string(), _id: messageId }),
    unread_count: s.unreadCount,
    /** A block between the two began or ended (SV-52); who blocked whom is not said. */
    blocked_notification: z.object({ username: z.string(), is_blocked: z.boolean() }),
    /** The conversations that this connection hears of, by their public ids; none for a shell. */
    rejoin_confirmation: z.object({ rooms: z.array(z.string()) }),
    typing_start: someone,
    typing_stop: someone,
    /**
     * Messages of a chat are gone. `hidden`: for this reader alone, who is told on all devices; then they
     * leave no trace. A client that lacks a revision in between asks for what it missed.
     */
    message_deleted: z.object({
      /** The other person of the chat, as the reader sees it. */
      username: z.string(),
      /** The same as `username`, under the name that the specification gives it. */
      peer: z.string(),
      message_ids: z.array(messageId),
      sequences: z.array(z.int()),
      hidden: z.boolean(),
      cleared_to: z.int(),
      revision: z.int(),
    }),
    /** The other person of this chat came or went. */
    user_status: z.object({ username: z.string(), ...s.userStatus.shape }),
    /** Somebody has another name now: a guest became permanent (SV-04) or an account was deleted (SV-13). */
    user_renamed: z.object({ old_username: z.string(), username: z.string(), is_guest: z.boolean() }),
    /** The caller's own switch for messages was changed, here or on another device (SE-05). */
    availability: z.object({ is_available: z.boolean() }),
    /** The caller's coins have changed; the balance is read anew, or taken from here (WA-06). */
    wallet_changed: balance,
    /** The operators told the caller something. */
    notification,
    /** What the operators tell everybody now; to everybody. */
    announcements: z.object({ announcements: z.array(announcement) }),
  },
});

export type PrivateOutgoing = {
  [K in keyof typeof privateSocket.outgoing]: z.output<(typeof privateSocket.outgoing)[K]>;
};
