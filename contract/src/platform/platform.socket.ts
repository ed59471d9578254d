import * as z from 'zod/mini';

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
 * This connection may have missed something that happened on another node: a client asks for what came after the
 * last sequence that it holds, and reads anew what has no sequence, as after a new connection. Within `spread_ms`, at a
 * time of its own, so that not everybody asks at once.
 */
export const catchUp = z.object({ spread_ms: z.int() });
