import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * The words by which messages and posts are found (ADR 43). Existing messages and posts get theirs by jobs afterwards: the
 * cost here depends on the number of conversations, not of messages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMessageWords(db);
  await createPostWords(db);
  await sql`
    CREATE INDEX users_display_name ON users (lower(display_name) text_pattern_ops)
    WHERE deleted_at IS NULL AND suspended_at IS NULL`.execute(db);
}

async function createMessageWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE message_words (
      conversation_id bigint NOT NULL,
      slice integer NOT NULL,
      word text COLLATE "C" NOT NULL,
      place smallint NOT NULL,
      PRIMARY KEY (conversation_id, slice, word, place)
    )`.execute(db);
  await sql`
    CREATE TABLE unworded_messages (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation_id bigint NOT NULL,
      from_sequence bigint NOT NULL,
      to_sequence bigint NOT NULL
    )`.execute(db);
  await sql`
    INSERT INTO unworded_messages (conversation_id, from_sequence, to_sequence)
    SELECT id, cleared_to + 1, last_sequence FROM conversations WHERE last_sequence > cleared_to
    ORDER BY last_message_at`.execute(db);
  await installSqlFunctions(db, {
    slice_of: '595462e9c84b9d92',
    place_in_slice: '9e03edf9f9146bff',
    sequence_at: '076df3661eae0d47',
  });
}

async function createPostWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE post_words (
      word text COLLATE "C" NOT NULL,
      post_id bigint NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      PRIMARY KEY (word, post_id)
    )`.execute(db);
  await sql`CREATE INDEX post_words_post ON post_words (post_id)`.execute(db);
  await sql`ALTER TABLE posts ADD COLUMN has_words boolean NOT NULL DEFAULT false`.execute(db);
  await sql`CREATE INDEX posts_without_words ON posts (id) WHERE NOT has_words AND deleted_at IS NULL`.execute(
    db,
  );
}
