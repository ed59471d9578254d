import { sql, type Kysely } from 'kysely';

/**
 * Which users are online, for each node that holds one of their live sockets. A row expires when its node stops
 * renewing it, so a killed node leaves no user online. Unlogged: after a crash all users are offline.
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
