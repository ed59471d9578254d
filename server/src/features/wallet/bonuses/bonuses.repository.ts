import type { BonusStatus } from '@adda/contract/wallet';
import { sql, type Generated } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** A bonus that needs or needed a second administrator, with the usernames. Hundredths of a coin. */
export type BonusRow = {
  readonly id: number;
  readonly bonus_id: string;
  readonly cause: string;
  readonly payee_id: number;
  readonly username: string;
  readonly amount: number;
  readonly description: string;
  readonly status: BonusStatus;
  readonly proposed_by: number;
  readonly proposer: string;
  readonly decider: string | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
};

const SELECTED = sql`
  SELECT bonus.id, bonus.bonus_id, bonus.cause, bonus.payee_id, payee.username, bonus.amount, bonus.description,
    bonus.status, bonus.proposed_by, proposer.username AS proposer, decider.username AS decider, bonus.created_at,
    bonus.decided_at
  FROM bonus_requests bonus JOIN users payee ON payee.id = bonus.payee_id
  JOIN users proposer ON proposer.id = bonus.proposed_by LEFT JOIN users decider ON decider.id = bonus.decided_by`;

/** A bonus to propose. */
export type ProposedBonus = {
  readonly bonusId: string;
  readonly cause: string;
  readonly payeeId: number;
  /** Hundredths of a coin. */
  readonly amount: number;
  readonly description: string;
  readonly proposedBy: number;
};

/** Inserts a pending bonus. Returns false if one with the same cause exists. */
export async function insertBonus(tx: Tx, bonus: ProposedBonus): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO bonus_requests (bonus_id, cause, payee_id, amount, description, proposed_by)
    VALUES (${bonus.bonusId}, ${bonus.cause}, ${bonus.payeeId}, ${bonus.amount}, ${bonus.description},
      ${bonus.proposedBy})
    ON CONFLICT (cause) DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Returns the bonus of a cause. */
export async function findByCause(db: Queryable, cause: string): Promise<BonusRow | undefined> {
  const { rows } = await sql<BonusRow>`${SELECTED} WHERE bonus.cause = ${cause}`.execute(db);
  return rows[0];
}

/** Whether the ledger has a transfer with this cause. */
export async function isGiven(db: Queryable, cause: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ledger_transfers WHERE cause = ${cause}`.execute(db);
  return rows.length > 0;
}

/** Locks a bonus until the transaction ends, so that it is decided once. */
export async function lockBonus(tx: Tx, bonusId: string): Promise<BonusRow | undefined> {
  await sql`SELECT FROM bonus_requests WHERE bonus_id = ${bonusId} FOR UPDATE`.execute(tx);
  const { rows } = await sql<BonusRow>`${SELECTED} WHERE bonus.bonus_id = ${bonusId}`.execute(tx);
  return rows[0];
}

/** Stores the decision about a bonus and the administrator. */
export async function decideBonus(
  tx: Tx,
  id: number,
  { status, decidedBy }: { readonly status: BonusStatus; readonly decidedBy: number },
): Promise<void> {
  await sql`
    UPDATE bonus_requests SET status = ${status}, decided_by = ${decidedBy}, decided_at = now()
    WHERE id = ${id}`.execute(tx);
}

/** Returns a page of bonuses, newest first, and their total number. */
export async function listBonuses(
  db: Queryable,
  {
    status,
    skip,
    limit,
  }: { readonly status: BonusStatus | undefined; readonly skip: number; readonly limit: number },
): Promise<{ bonuses: BonusRow[]; total: number }> {
  const chosen = status === undefined ? sql`` : sql`WHERE bonus.status = ${status}`;
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM bonus_requests bonus ${chosen}`.execute(db);
  const { rows } = await sql<BonusRow>`
    ${SELECTED} ${chosen} ORDER BY bonus.id DESC OFFSET ${skip} LIMIT ${limit}`.execute(db);
  return { bonuses: rows, total: counted.rows[0]?.total ?? 0 };
}

/** A bonus that needs a second administrator, in hundredths of a coin. */
export type BonusRequestsTable = {
  id: Generated<number>;
  bonus_id: string;
  /** The cause of the transfer that gives the bonus. */
  cause: string;
  payee_id: number;
  amount: number;
  description: string;
  status: Generated<BonusStatus>;
  proposed_by: number;
  decided_by: number | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    bonus_requests: BonusRequestsTable;
  }
}
