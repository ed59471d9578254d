import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';

/** Payload of an `error` event on every socket; `clientMessageId` names the message that it is about. */
export const socketError = z.object({
  detail: z.string(),
  code: z.string(),
  clientMessageId: z.optional(z.string()),
  /** Seconds to wait before the next try. */
  retry_after: z.optional(z.number()),
  /** When the user may write again (GR-03). */
  until: z.optional(timestamp),
});

/** Sent before a node shuts down; `reason` says why. */
export const serverDraining = z.object({ reason: z.string() });

/**
 * Events of another node may have been missed on this connection: the client requests everything after its last
 * sequence, and reloads data without a sequence, as after a reconnect. It does so at a random time within `spread_ms`, so
 * that clients don't all send the request at the same time.
 */
export const catchUp = z.object({ spread_ms: z.int() });
