import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** Number of partitions of `messages` (CL-06). */
export const PARTITIONS = 64;

/** Key of the advisory lock with which only one process at a time takes a step of the move. */
const MOVE_LOCK = 4_711_006;

/** The longest time that others wait behind a lock that the move waits for; then it gives up and tries again later. */
const LOCK_WAIT = '200ms';

/** How far the move is. Positions are keys of `messages`; everything up to them is copied. */
export type Move = {
  readonly step: 'copy' | 'analyze' | 'swap';
  readonly conversationId: number;
  readonly sequence: number;
  readonly copied: number;
};

/** Waits until no other process takes a step, and limits how long any other lock is waited for. */
export async function lockMove(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${MOVE_LOCK}::bigint)`.execute(tx);
  await sql`SELECT set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx);
}

/** Whether `messages` is one table or has its partitions. */
export async function readForm(db: Queryable): Promise<'whole' | 'partitioned'> {
  const { rows } = await sql<{ is_partitioned: boolean }>`
    SELECT relkind = 'p' AS is_partitioned FROM pg_class WHERE oid = 'messages'::regclass`.execute(db);
  return rows[0]?.is_partitioned ? 'partitioned' : 'whole';
}

/** Returns how far a move is; undefined when none has begun. */
export async function readMove(db: Queryable): Promise<Move | undefined> {
  const { rows: tables } = await sql`SELECT FROM pg_class WHERE oid = to_regclass('messages_move')`.execute(
    db,
  );
  if (tables.length === 0) return undefined;
  const { rows } = await sql<Move>`
    SELECT step, conversation_id AS "conversationId", sequence, copied FROM messages_move`.execute(db);
  return rows[0];
}

/** Returns about how many messages there are, as the database's statistics say. */
export async function estimateMessages(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT greatest(reltuples, 0)::bigint AS count FROM pg_class WHERE oid = 'messages'::regclass`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many locks all transactions together may hold. */
export async function readLockSlots(db: Queryable): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    SELECT current_setting('max_locks_per_transaction')::integer *
           (current_setting('max_connections')::integer + current_setting('max_prepared_transactions')::integer)
      AS slots`.execute(db);
  return rows[0]?.slots ?? 0;
}

/**
 * Ends a running autovacuum of `messages` and holds off further ones: they would keep the locks of the other steps from being
 * granted. Neither readers nor writers wait for this.
 */
export async function holdOffVacuum(tx: Tx): Promise<void> {
  // An autovacuum gives way after `deadlock_timeout`, one second by default.
  await sql`SELECT set_config('lock_timeout', '5s', true)`.execute(tx);
  await sql`ALTER TABLE messages SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)`.execute(tx);
}

/** Whether `holdOffVacuum` took effect. */
export async function isVacuumHeldOff(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_class WHERE oid = 'messages'::regclass AND 'autovacuum_enabled=off' = ANY (reloptions)`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Creates the partitioned table with the columns, checks and indexes that `messages` has, and no trigger. */
export async function createTarget(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE messages_parted (
      LIKE messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMMENTS
    ) PARTITION BY HASH (conversation_id)`.execute(tx);
  await sql`
    DO $$ BEGIN
      FOR part IN 0..${sql.lit(PARTITIONS - 1)} LOOP
        EXECUTE format('CREATE TABLE messages_p%s PARTITION OF messages_parted FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                       lpad(part::text, 2, '0'), ${sql.lit(PARTITIONS)}, part);
      END LOOP;
    END $$`.execute(tx);
  for (const { name, definition, isPrimary } of await readIndexes(tx)) {
    const statement = isPrimary
      ? `ALTER TABLE messages_parted ADD CONSTRAINT parted_${name} ${definition}`
      : definition.replace(
          /^CREATE (UNIQUE )?INDEX \S+ ON \S+/,
          `CREATE $1INDEX parted_${name} ON messages_parted`,
        );
    await sql.raw(statement).execute(tx);
  }
  await sql`
    CREATE TABLE messages_move (
      step text NOT NULL, conversation_id bigint NOT NULL, sequence bigint NOT NULL, copied bigint NOT NULL
    )`.execute(tx);
  await sql`INSERT INTO messages_move VALUES ('copy', 0, 0, 0)`.execute(tx);
}

type Index = { readonly name: string; readonly definition: string; readonly isPrimary: boolean };

async function readIndexes(tx: Tx): Promise<Index[]> {
  const { rows } = await sql<Index>`
    SELECT name.relname AS name, indisprimary AS "isPrimary",
           CASE WHEN indisprimary THEN pg_get_constraintdef(con.oid) ELSE pg_get_indexdef(indexrelid) END AS definition
    FROM pg_index JOIN pg_class name ON name.oid = indexrelid
    LEFT JOIN pg_constraint con ON con.conindid = indexrelid AND con.contype = 'p'
    WHERE indrelid = 'messages'::regclass ORDER BY indisprimary DESC, name.relname`.execute(tx);
  return rows;
}

async function readColumns(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = 'messages_parted'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/**
 * Makes every write to `messages`, of any version of the program, take place in the partitioned table too, in its transaction.
 * The columns are those of now: one that a migration adds meanwhile harms no write, and the move begins anew.
 */
export async function mirrorWrites(tx: Tx): Promise<void> {
  const columns = await readColumns(tx);
  const list = columns.join(', ');
  const excluded = columns.map((name) => `${name} = EXCLUDED.${name}`).join(', ');
  await sql
    .raw(`
    CREATE FUNCTION mirror_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM messages_parted kept USING former_rows gone
        WHERE kept.conversation_id = gone.conversation_id AND kept.sequence = gone.sequence;
      ELSE
        INSERT INTO messages_parted (${list}) SELECT ${list} FROM current_rows
        ON CONFLICT (conversation_id, sequence) DO UPDATE SET ${excluded};
      END IF;
      RETURN NULL;
    END $$`)
    .execute(tx);
  for (const [event, rows] of [
    ['insert', 'NEW TABLE AS current_rows'],
    ['update', 'NEW TABLE AS current_rows'],
    ['delete', 'OLD TABLE AS former_rows'],
  ] as const) {
    await sql`
      CREATE TRIGGER ${sql.ref(`mirror_messages_${event}`)} AFTER ${sql.raw(event)} ON messages
      REFERENCING ${sql.raw(rows)} FOR EACH STATEMENT EXECUTE FUNCTION mirror_messages()`.execute(tx);
  }
}

/**
 * Copies the next messages and notes the position, in one statement. Returns how many there were.
 *
 * The rows are locked against changes, so that a change is either in what is copied or is mirrored after it. `NOWAIT`: a
 * writer that holds one of them may be about to wait for another, so waiting for it could be a deadlock. A row that the mirror
 * has already written is newer, and stays. `stored_by` gets the transaction that stored the message, which the row's `xmin` no
 * longer says in the copy (SV-40).
 */
export async function copyBatch(tx: Tx, from: Move, limit: number): Promise<number> {
  const columns = (await readColumns(tx)).join(', ');
  const values = columns.replace(/\bstored_by\b/, 'coalesce(stored_by, origin)');
  const { rows } = await sql<{ count: number }>`
    WITH batch AS MATERIALIZED (
      SELECT messages.*, messages.xmin::text::bigint AS origin FROM messages
      WHERE (conversation_id, sequence) > (${from.conversationId}::bigint, ${from.sequence}::bigint)
      ORDER BY conversation_id, sequence LIMIT ${limit} FOR SHARE NOWAIT
    ), copied AS (
      INSERT INTO messages_parted (${sql.raw(columns)}) SELECT ${sql.raw(values)} FROM batch
      ON CONFLICT (conversation_id, sequence) DO NOTHING
    ), last AS (
      SELECT conversation_id, sequence FROM batch ORDER BY conversation_id DESC, sequence DESC LIMIT 1
    ), moved AS (
      UPDATE messages_move SET conversation_id = last.conversation_id, sequence = last.sequence,
        copied = messages_move.copied + (SELECT count(*) FROM batch)
      FROM last
    )
    SELECT count(*) FROM batch`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Notes which step comes next. */
export async function enterStep(tx: Tx, step: Move['step']): Promise<void> {
  await sql`UPDATE messages_move SET step = ${step}`.execute(tx);
}

/** Collects the statistics of the partitioned table, which autovacuum does only for its partitions. */
export async function analyzeTarget(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`ANALYZE messages_parted`.execute(tx);
}

type ForeignKey = { readonly table: string; readonly name: string };

/** Returns the foreign keys of other tables that name `messages`. */
async function readForeignKeys(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name FROM pg_constraint
    WHERE confrelid = 'messages'::regclass AND contype = 'f' ORDER BY 1, 2`.execute(tx);
  return rows;
}

/**
 * Holds back all readers and writers of `messages`, and of the tables with a foreign key to it, until the end of the
 * transaction. `messages` is locked last: while the move waits for the other tables, statements on `messages` go on.
 */
export async function lockMessages(tx: Tx): Promise<void> {
  for (const { table } of await readForeignKeys(tx))
    await sql.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`).execute(tx);
  await sql`LOCK TABLE messages IN ACCESS EXCLUSIVE MODE`.execute(tx);
}

/** Whether the partitioned table has the columns, checks and indexes of `messages`; a migration may have changed these. */
export async function hasSameForm(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ form: string }>`
    SELECT (
      SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull,
                                  pg_get_expr(adbin, adrelid)), ', ' ORDER BY attname)
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = rel.oid AND attnum > 0 AND NOT attisdropped
    ) || '; ' || (
      SELECT string_agg(indisunique || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), ', '
                        ORDER BY regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''))
      FROM pg_index WHERE indrelid = rel.oid
    ) || '; ' || coalesce((
      SELECT string_agg(pg_get_constraintdef(con.oid), ', ' ORDER BY conname)
      FROM pg_constraint con WHERE conrelid = rel.oid AND contype = 'c'
    ), '') AS form
    FROM pg_class rel WHERE rel.oid IN ('messages'::regclass, 'messages_parted'::regclass)`.execute(tx);
  return rows[0]?.form === rows[1]?.form;
}

/**
 * Puts the partitioned table in the place of `messages`, with its names of indexes and its triggers. `lockMessages` must have
 * been called. Statements and functions that were prepared before find the new table. Foreign keys to `messages` are dropped:
 * each check would look into 64 partitions, and no part of the program deletes rows of `messages`.
 */
export async function swapTables(tx: Tx): Promise<void> {
  const { rows: triggers } = await sql<{ definition: string }>`
    SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgrelid = 'messages'::regclass AND NOT tgisinternal AND tgname NOT LIKE 'mirror\_messages\_%'
    ORDER BY tgname`.execute(tx);
  const indexes = await readIndexes(tx);
  for (const { table, name } of await readForeignKeys(tx))
    await sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`).execute(tx);
  // Not CASCADE: what depends on the table and is not known here must not vanish.
  await sql`DROP TABLE messages`.execute(tx);
  await sql`DROP FUNCTION mirror_messages()`.execute(tx);
  await sql`ALTER TABLE messages_parted RENAME TO messages`.execute(tx);
  for (const { name } of indexes) {
    await sql`ALTER INDEX ${sql.ref(`parted_${name}`)} RENAME TO ${sql.ref(name)}`.execute(tx);
  }
  for (const { definition } of triggers) await sql.raw(definition).execute(tx);
  await sql`DROP TABLE messages_move`.execute(tx);
}

/** Removes everything that an unfinished move created. */
export async function discardTarget(tx: Tx): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await sql`DROP TRIGGER IF EXISTS ${sql.ref(`mirror_messages_${event}`)} ON messages`.execute(tx);
  }
  await sql`DROP FUNCTION IF EXISTS mirror_messages()`.execute(tx);
  await sql`DROP TABLE IF EXISTS messages_parted, messages_move`.execute(tx);
  await sql`ALTER TABLE messages RESET (autovacuum_enabled, toast.autovacuum_enabled)`.execute(tx);
}
