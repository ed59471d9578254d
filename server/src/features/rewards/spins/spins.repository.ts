import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { SpinsTable } from '../rewards.tables.ts';

/** Returns the number of a user's spins on a day. */
export async function countSpins(db: Queryable, userId: number, day: string): Promise<number> {
  const found = await db
    .selectFrom('spin_days')
    .select('spins')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return found?.spins ?? 0;
}

/** Takes the user's next spin of a day atomically. Returns its number within the day. */
export async function takeSpin(tx: Tx, userId: number, day: string): Promise<number> {
  const { rows } = await sql<{ spins: number }>`
    INSERT INTO spin_days AS taken (user_id, day, spins) VALUES (${userId}, ${day}, 1)
    ON CONFLICT (user_id, day) DO UPDATE SET spins = taken.spins + 1
    RETURNING spins`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('INSERT answered no row');
  return row.spins;
}

/** Inserts the result of a spin. */
export async function insertSpin(tx: Tx, spin: Insertable<SpinsTable>): Promise<void> {
  await tx.insertInto('spins').values(spin).execute();
}
