import { sql, type Kysely } from 'kysely';

/**
 * One lease for each node in place of one for each user (CL-03, ADR 60): a row of presence with an `online_until` of infinity counts
 * while its node has a valid lease. Nodes of the previous version write and read rows that expire by themselves. Unlogged like
 * presence, so that a crash of the database server empties both: nodes without a lease write their users again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE presence_nodes (
      node_id text PRIMARY KEY,
      lease_until timestamptz(3) NOT NULL
    ) WITH (fillfactor = 50)`.execute(db);
  // Finds the users of a killed node.
  await sql`CREATE INDEX presence_node ON presence (node_id)`.execute(db);
  // Finds expired rows of the previous version without reading all others.
  await sql`CREATE INDEX presence_expiring ON presence (online_until) WHERE online_until < 'infinity'`.execute(
    db,
  );
}
