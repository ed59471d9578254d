import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** The property from which the hash of a mark is computed. */
type MarkKind = 'device' | 'network' | 'email' | 'payer';

/** A keyed hash by which an account can be recognised. */
export type Mark = { readonly kind: MarkKind; readonly mark: string };

/** Another account that shares marks of these kinds with the given one. */
export type SharedMarks = { readonly otherId: number; readonly kinds: readonly MarkKind[] };

/** Maximum number of marks kept per account and kind; the newest stay. */
const MARKS_MAX = 50;
/** Maximum number of accounts returned per mark, so that a crowded network does not produce an endless list. */
const SHARING_MAX = 100;

/** Stores or refreshes marks of an account. */
export async function noteMarks(tx: Tx, userId: number, marks: readonly Mark[], now: Date): Promise<void> {
  await sql`
    INSERT INTO account_origins (user_id, mark, kind, seen_at)
    SELECT ${userId}, mark, kind, ${now}::timestamptz
    FROM unnest(${marks.map(({ mark }) => mark)}::text[], ${marks.map(({ kind }) => kind)}::text[]) AS given (mark, kind)
    ON CONFLICT (user_id, mark) DO UPDATE SET seen_at = EXCLUDED.seen_at, kind = EXCLUDED.kind`.execute(tx);
  await sql`
    DELETE FROM account_origins WHERE user_id = ${userId} AND mark IN (
      SELECT mark FROM (
        SELECT mark, row_number() OVER (PARTITION BY kind ORDER BY seen_at DESC) AS rank
        FROM account_origins WHERE user_id = ${userId}
      ) ranked WHERE rank > ${MARKS_MAX}
    )`.execute(tx);
}

/**
 * Returns whether two accounts were used from the same device, with the same browser from the same network, or have the
 * same mailbox under two aliases (SV-96).
 */
export async function shareOrigin(db: Queryable, one: number, other: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account_origins mine
    JOIN account_origins theirs ON theirs.mark = mine.mark AND theirs.user_id = ${other}
    WHERE mine.user_id = ${one} AND mine.kind <> 'payer' LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns accounts that share marks with the user, either suspended or active ones; at most 100 per mark. */
export async function listSharedMarks(
  db: Queryable,
  userId: number,
  isSuspended: boolean,
): Promise<SharedMarks[]> {
  const { rows } = await sql<SharedMarks>`
    SELECT theirs.user_id AS "otherId", array_agg(DISTINCT mine.kind ORDER BY mine.kind) AS kinds
    FROM account_origins mine
    CROSS JOIN LATERAL (
      SELECT shared.user_id FROM account_origins shared
      JOIN users other ON other.id = shared.user_id
      WHERE shared.mark = mine.mark AND shared.user_id <> ${userId} AND other.deleted_at IS NULL
        AND (other.suspended_at IS NOT NULL) = ${isSuspended}
      LIMIT ${SHARING_MAX}
    ) theirs
    WHERE mine.user_id = ${userId}
    GROUP BY theirs.user_id`.execute(db);
  return rows;
}

/** Returns whether the account has this mark. */
export async function hasMark(db: Queryable, userId: number, mark: string): Promise<boolean> {
  const found = await db
    .selectFrom('account_origins')
    .select('mark')
    .where('user_id', '=', userId)
    .where('mark', '=', mark)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores a network that the account was used from; the newest 50 are kept. */
export async function noteNetwork(tx: Tx, userId: number, mark: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO account_networks (user_id, mark, seen_at) VALUES (${userId}, ${mark}, ${now})
    ON CONFLICT (user_id, mark) DO UPDATE SET seen_at = EXCLUDED.seen_at`.execute(tx);
  await sql`
    DELETE FROM account_networks WHERE user_id = ${userId} AND mark IN (
      SELECT mark FROM account_networks WHERE user_id = ${userId} ORDER BY seen_at DESC OFFSET ${MARKS_MAX}
    )`.execute(tx);
}

/** Returns the largest number of `others` that share a single network with the user. */
export async function mostFromOneNetwork(
  db: Queryable,
  userId: number,
  others: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    SELECT max(shared.accounts)::integer AS most FROM (
      SELECT count(*) AS accounts FROM account_networks mine
      JOIN account_networks theirs ON theirs.mark = mine.mark AND theirs.user_id = ANY(${others}::bigint[])
      WHERE mine.user_id = ${userId} GROUP BY mine.mark
    ) shared`.execute(db);
  return rows[0]?.most ?? 0;
}

/** A browser with its system, or a country, that an account was used with or from; `mark` is a keyed hash of both. */
export type Place = { readonly kind: 'browser' | 'country'; readonly mark: string };

/** Stores or refreshes places. There are few browsers and countries, so the list of an account stays short. */
export async function notePlaces(tx: Tx, userId: number, places: readonly Place[], now: Date): Promise<void> {
  await tx
    .insertInto('account_places')
    .values(places.map((place) => ({ ...place, user_id: userId, seen_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'mark']).doUpdateSet({ seen_at: now }))
    .execute();
}

/** Whether all places are known; also those of a kind of which the account has none yet. */
export async function arePlacesKnown(
  db: Queryable,
  userId: number,
  places: readonly Place[],
): Promise<boolean> {
  const known = await db
    .selectFrom('account_places')
    .select(['kind', 'mark'])
    .where('user_id', '=', userId)
    .execute();
  return places.every(({ kind, mark }) => {
    const ofKind = known.filter((place) => place.kind === kind);
    return ofKind.length === 0 || ofKind.some((place) => place.mark === mark);
  });
}

/** Deletes all marks, networks and places of an account. */
export async function deleteMarks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_places').where('user_id', '=', userId).execute();
  await tx.deleteFrom('account_origins').where('user_id', '=', userId).execute();
  await tx.deleteFrom('account_networks').where('user_id', '=', userId).execute();
}
