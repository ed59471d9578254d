import { sql, type Kysely } from 'kysely';

/**
 * The transaction that stored a message, for lists that are read as of a moment (SV-40). A row has it as `xmin`
 * until it is changed, so storing a message writes nothing more: the first change, such as a deletion, stores
 * it here. It is unknown for messages changed before this migration; lists of that time have expired.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN stored_by bigint`.execute(db);
  await sql`
    CREATE FUNCTION note_message_origin() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.stored_by := OLD.xmin::text::bigint;
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER messages_origin BEFORE UPDATE ON messages
    FOR EACH ROW WHEN (OLD.stored_by IS NULL) EXECUTE FUNCTION note_message_origin()`.execute(db);
}
