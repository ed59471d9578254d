import { sql, type Kysely } from 'kysely';

/**
 * Which transaction stored a message, for lists that are read as of a moment (SV-40). The row itself knows it as `xmin`
 * until it is changed, so nothing is written with a message: the first change, such as a deletion, notes it here. Of
 * messages that were changed before there was this column it is not known any more; lists that old are over.
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
