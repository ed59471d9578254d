import type { PaymentGateway } from '@adda/contract/payments';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** Marks an event as processed, in the transaction of its work. Returns false if it was already processed. */
export async function markSeen(tx: Tx, gateway: PaymentGateway, eventId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO webhook_events (gateway, event_id) VALUES (${gateway}, ${eventId})
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows > 0n;
}

/** Whether an event was processed. */
export async function isSeen(db: Queryable, gateway: PaymentGateway, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM webhook_events WHERE gateway = ${gateway} AND event_id = ${eventId}`.execute(db);
  return rows.length > 0;
}

/** Deletes events that no provider retries any more. */
export async function deleteOldEvents(db: Queryable, days: number): Promise<void> {
  await sql`DELETE FROM webhook_events WHERE received_at < now() - make_interval(days => ${days}::int)`.execute(
    db,
  );
}
