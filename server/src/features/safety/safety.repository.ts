import type { SafetySettings } from '@adda/contract/safety';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** The settings with the version of the word list. */
type SettingsRow = SafetySettings & { readonly words_version: number };

/** Returns the stored settings. */
export function readSettings(db: Queryable): Promise<SettingsRow> {
  return db
    .selectFrom('safety_settings')
    .select(['new_account_hours', 'first_contacts_per_day', 'plain_links', 'words_version'])
    .executeTakeFirstOrThrow();
}

/** Stores all settings. */
export async function storeSettings(tx: Tx, settings: SafetySettings): Promise<void> {
  const { new_account_hours, first_contacts_per_day, plain_links } = settings;
  await tx
    .updateTable('safety_settings')
    .set({ new_account_hours, first_contacts_per_day, plain_links })
    .execute();
}

/** Serialises the first contacts of a sender until the transaction ends. */
export async function lockContactsOf(tx: Tx, senderId: number): Promise<void> {
  const key = `first contacts ${senderId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** The sender's remaining quota, read after taking the lock. */
type ContactsState = {
  readonly isAdmin: boolean;
  readonly isCounted: boolean;
  /** Seconds until another first contact is allowed; null while there were fewer than `limit` in the last day. */
  readonly secondsFull: number | null;
};

/** Reads the quota of the sender. The caller holds the lock. */
export async function readContacts(
  tx: Tx,
  { senderId, recipientId }: { readonly senderId: number; readonly recipientId: number },
  limit: number,
): Promise<ContactsState> {
  const { rows } = await sql<{ is_admin: boolean; is_counted: boolean; seconds_full: number | null }>`
    SELECT sender.role = 'admin' AS is_admin,
      EXISTS (
        SELECT FROM first_contacts WHERE sender_id = sender.id AND recipient_id = ${recipientId}
      ) AS is_counted,
      (
        SELECT ceil(extract(epoch FROM contact.created_at + interval '24 hours' - clock_timestamp()))::int
        FROM first_contacts contact
        WHERE contact.sender_id = sender.id AND contact.created_at > clock_timestamp() - interval '24 hours'
        ORDER BY contact.created_at DESC OFFSET ${limit - 1}::int LIMIT 1
      ) AS seconds_full
    FROM users sender WHERE sender.id = ${senderId}`.execute(tx);
  const [row] = rows;
  return {
    isAdmin: row?.is_admin ?? false,
    isCounted: row?.is_counted ?? false,
    secondsFull: row?.seconds_full ?? null,
  };
}

/** Inserts a first contact; idempotent. */
export async function insertContact(tx: Tx, senderId: number, recipientId: number): Promise<void> {
  await sql`
    INSERT INTO first_contacts (sender_id, recipient_id) VALUES (${senderId}, ${recipientId})
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Deletes first contacts that are too old to count. */
export async function deleteOldContacts(db: Queryable): Promise<void> {
  await sql`DELETE FROM first_contacts WHERE created_at <= clock_timestamp() - interval '24 hours'`.execute(
    db,
  );
}
