import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** SQL: the time of the first mark of a recipient that reaches message `m`. */
const reachedBy = (kind: 'delivered' | 'read'): RawBuilder<unknown> => sql`(
  SELECT mark.at FROM receipts mark
  WHERE mark.user_id = recipient.id AND mark.conversation_id = m.conversation_id AND mark.kind = ${kind}
    AND mark.up_to_sequence >= m.sequence
  ORDER BY mark.up_to_sequence LIMIT 1)`;

/**
 * SQL join: the row `receipt` (delivered_at, read_at) of message `m`, which tells when its recipient received and read it
 * (FT-03); both null in a room. A message that was read has also been received.
 */
export const receiptJoin: RawBuilder<unknown> = sql`
  LEFT JOIN LATERAL (
    SELECT least(reached.delivered_at, reached.read_at) AS delivered_at, reached.read_at
    FROM (
      SELECT ${reachedBy('delivered')} AS delivered_at, ${reachedBy('read')} AS read_at
      FROM (
        SELECT pair.low_id + pair.high_id - m.sender_id AS id
        FROM direct_conversations pair
        WHERE pair.conversation_id = m.conversation_id
          AND m.created_at >= (SELECT began.at FROM receipts_began began)
      ) recipient
      OFFSET 0
    ) reached
  ) receipt ON true`;

/** SQL join: the same row without a lookup, for messages of rooms. */
export const noReceiptJoin: RawBuilder<unknown> = sql`
  LEFT JOIN (SELECT NULL::timestamptz AS delivered_at, NULL::timestamptz AS read_at) receipt ON false`;
