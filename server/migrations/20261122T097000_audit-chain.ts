import { sql, type Kysely } from 'kysely';

/**
 * The audit as a hash chain: the hash of an entry covers the previous hash and all fields of the entry, so that
 * no entry can be changed, removed, inserted or moved later without a trace. Entries join the chain when their
 * transaction commits, in that order; the head is the last row that such a transaction locks, and it waits for
 * nothing else while it holds the lock. Commands on the server have no actor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE audit_entries ALTER COLUMN actor_id DROP NOT NULL`.execute(db);
  await sql`CREATE INDEX audit_entries_actor ON audit_entries (actor_id, id)`.execute(db);
  await sql`CREATE INDEX audit_entries_action ON audit_entries (action, id)`.execute(db);
  await sql`CREATE INDEX audit_entries_target ON audit_entries (target, id)`.execute(db);
  await createTables(db);
  await createAppending(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE audit_chain (
      position bigint PRIMARY KEY CHECK (position > 0),
      entry_id bigint NOT NULL CONSTRAINT audit_chain_once UNIQUE,
      hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
    )`.execute(db);
  await sql`
    CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`.execute(db);
  await sql`
    CREATE TABLE audit_head (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      position bigint NOT NULL,
      hash text NOT NULL
    )`.execute(db);
  await sql`INSERT INTO audit_head (position, hash) VALUES (0, '')`.execute(db);
  await sql`
    CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON audit_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`.execute(db);
}

async function createAppending(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION chain_audit_entry(entry audit_entries) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      head audit_head;
    BEGIN
      SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
      head.position := head.position + 1;
      head.hash := encode(sha256(convert_to(head.hash || jsonb_build_array(entry.id, entry.actor_id, entry.action,
        entry.target, entry.details, to_char(entry.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text,
        'UTF8')), 'hex');
      INSERT INTO audit_chain (position, entry_id, hash) VALUES (head.position, entry.id, head.hash);
      UPDATE audit_head SET position = head.position, hash = head.hash;
    END $$`.execute(db);
  await sql`
    DO $$
    DECLARE
      entry audit_entries;
    BEGIN
      FOR entry IN SELECT * FROM audit_entries ORDER BY id LOOP
        PERFORM chain_audit_entry(entry);
      END LOOP;
    END $$`.execute(db);
  await sql`
    CREATE FUNCTION chain_new_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM chain_audit_entry(NEW);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER audit_entries_chain AFTER INSERT ON audit_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_new_audit_entry()`.execute(db);
}
