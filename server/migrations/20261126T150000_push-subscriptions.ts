import { sql, type Kysely } from 'kysely';
import { installSqlFunctions } from '../src/platform/database/sql-functions.ts';

/**
 * Browsers to which is pushed (PN-02). Addresses are ASCII of at most 2,048 bytes, which fits into an index. The end of a session,
 * however it comes, ends its subscriptions in the same transaction, and so do a suspension and a deletion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE push_subscriptions (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      endpoint text NOT NULL UNIQUE CHECK (octet_length(endpoint) <= 2048),
      p256dh text NOT NULL,
      auth text NOT NULL,
      subscribed_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id)`.execute(db);
  await sql`CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id)`.execute(db);
  await installSqlFunctions(db, {
    end_push_of_session: '8806412e66d8c82e',
    end_push_of_user: '583eac6050567c7a',
  });
  await sql`
    CREATE TRIGGER sessions_end_push AFTER UPDATE OF revoked_at ON sessions
    FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
    EXECUTE FUNCTION end_push_of_session()`.execute(db);
  await sql`
    CREATE TRIGGER users_end_push AFTER UPDATE OF suspended_at, deleted_at ON users
    FOR EACH ROW WHEN ((OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL)
      OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
    EXECUTE FUNCTION end_push_of_user()`.execute(db);
}
