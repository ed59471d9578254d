import { sql, type Kysely } from 'kysely';

/**
 * Who is online, per node that holds a live socket of theirs. A row that its node no longer renews runs out by
 * itself, so a killed node leaves nobody online. Unlogged: after a crash nobody is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE presence (
      user_id bigint NOT NULL,
      node_id text NOT NULL,
      online_until timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id, node_id)
    ) WITH (fillfactor = 50)`.execute(db);
}
