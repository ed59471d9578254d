import * as z from 'zod/mini';
import { defineSocket } from '../kernel/event.ts';
import { membershipEvents } from '../rooms/rooms.membership.ts';

/** What an `error` event holds on every socket; `clientMessageId` names the message that it is about. */
export const socketError = z.object({
  detail: z.string(),
  code: z.string(),
  clientMessageId: z.optional(z.string()),
  /** Seconds to wait before trying again. */
  retry_after: z.optional(z.number()),
});

/** Why a node sends its clients away. */
export const serverDraining = z.object({ reason: z.string() });

/**
 * The shell's own connection, joined to the user's room: it tells every tab what changed for this person
 * and that a session has ended.
 */
export const shellSocket = defineSocket({
  path: '/socket.io',
  query: z.object({ token: z.optional(z.string()), self: z.string() }),
  incoming: { heartbeat: z.optional(z.unknown()) },
  outgoing: {
    error: socketError,
    /** This node is going away; a client reconnects at once and finds another. */
    server_draining: serverDraining,
    /** The session of this connection has ended; the connection closes right after. */
    session_ended: z.object({
      reason: z.enum(['logged_out', 'revoked', 'upgraded', 'suspended', 'deleted']),
    }),
    /** What happened to the caller's membership of a room, here or elsewhere. */
    ...membershipEvents,
  },
});
