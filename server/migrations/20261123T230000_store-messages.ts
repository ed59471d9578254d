import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * Functions that store messages with replies, mentions and recordings, and what users have received and read. `store_messages` takes the place of
 * `append_messages`, which stays for nodes of the previous version
 * (ADR 31) and notes their messages for the job that makes them findable (ADR 43).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installSqlFunctions(db, {
    append_messages: 'd7d55dd38452ccf1',
    note_message_links: 'b9ae11c6267f38cf',
    quote_of: '49993104c9ede56d',
    store_messages: '20e9d9edc9ae8b8d',
    store_receipts: '731f607027caf71e',
  });
  await sql`
    CREATE TRIGGER note_message_links AFTER INSERT ON messages FOR EACH ROW
    WHEN (NEW.reply_sequence IS NOT NULL OR NEW.mention_ids IS NOT NULL OR NEW.audio_id IS NOT NULL)
    EXECUTE FUNCTION note_message_links()`.execute(db);
}
