import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * The log of deletions becomes the log of all changes of messages (ADR 41). The table keeps its rows and gets the name of
 * what it holds; the previous version goes on reading and writing deletions through a view of the old name (ADR 31). No row
 * is rewritten, so the migration takes the same time for every size of history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE message_deletions RENAME TO conversation_changes`.execute(db);
  await sql`ALTER TABLE conversation_changes ADD COLUMN kind text NOT NULL DEFAULT 'delete'`.execute(db);
  await sql`
    CREATE VIEW message_deletions AS
      SELECT conversation_id, revision, sequence, hidden_for FROM conversation_changes WHERE kind = 'delete'`.execute(
    db,
  );
  // Revisions that deleted nothing. Compared with `revision`, it tells the list of conversations whether anything was
  // deleted, also by the previous version, which only raises `revision`.
  await sql`ALTER TABLE conversations ADD COLUMN revisions_without_deletion bigint NOT NULL DEFAULT 0`.execute(
    db,
  );
  await sql`ALTER TABLE messages ADD COLUMN version bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE TABLE message_reactions (
      id bigint GENERATED ALWAYS AS IDENTITY,
      conversation_id bigint NOT NULL,
      sequence bigint NOT NULL,
      user_id bigint NOT NULL REFERENCES users (id),
      emoji text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (conversation_id, sequence, user_id, emoji),
      FOREIGN KEY (conversation_id, sequence) REFERENCES messages (conversation_id, sequence) ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX message_reactions_user ON message_reactions (user_id)`.execute(db);
  await installSqlFunctions(db, { reactions_of: '7376d6165ab84c14' });
}
