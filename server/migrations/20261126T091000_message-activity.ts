import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * The activity of messages (NT-01): mentions and replies are added by a trigger of their message, which costs messages without
 * any nothing. The index finds the activity about the messages of a conversation when it is read, cleared or left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installSqlFunctions(db, {
    message_id_of: '498b406f7d72add0',
    note_message_activity: 'fb48e78145174070',
  });
  await sql`
    CREATE INDEX activity_items_conversation ON activity_items (split_part(subject_id, '-', 1), user_id)
    WHERE subject_type = 'message'`.execute(db);
  await sql`
    CREATE TRIGGER note_message_activity AFTER INSERT ON messages FOR EACH ROW
    WHEN (NEW.reply_sequence IS NOT NULL OR NEW.mention_ids IS NOT NULL)
    EXECUTE FUNCTION note_message_activity()`.execute(db);
}
