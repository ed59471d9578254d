import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * Pushes that wait (PN-03): stored with what happened, a private message or an item of the activity, one for each browser. A
 * delivery of a subscription that has ended is dropped when it is due; a foreign key would make messages wait for subscriptions.
 * A delivery is due after 1.5 seconds: until then, a user who has the conversation open has read the message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE push_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      subscription_id bigint NOT NULL,
      user_id bigint NOT NULL,
      item_id text,
      conversation_id bigint,
      sequence bigint,
      tag text,
      attempts integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp() + interval '1.5 seconds',
      CHECK (num_nonnulls(item_id, conversation_id) = 1 AND num_nonnulls(conversation_id, sequence) <> 1)
    )`.execute(db);
  await sql`CREATE INDEX push_deliveries_due ON push_deliveries (due_at)`.execute(db);
  await sql`CREATE INDEX push_deliveries_subscription ON push_deliveries (subscription_id)`.execute(db);
  await installSqlFunctions(db, {
    note_message_push: '7909ef8ee83c104c',
    note_activity_push: '631998402a750e17',
  });
  await sql`
    CREATE TRIGGER note_message_push AFTER INSERT ON messages REFERENCING NEW TABLE AS stored_messages
    FOR EACH STATEMENT EXECUTE FUNCTION note_message_push()`.execute(db);
  await sql`
    CREATE TRIGGER note_activity_push AFTER INSERT ON activity_items FOR EACH ROW WHEN (NOT NEW.is_read)
    EXECUTE FUNCTION note_activity_push()`.execute(db);
  await sql`
    CREATE TRIGGER note_activity_push_again AFTER UPDATE OF is_read ON activity_items
    FOR EACH ROW WHEN (OLD.is_read AND NOT NEW.is_read) EXECUTE FUNCTION note_activity_push()`.execute(db);
}
