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
