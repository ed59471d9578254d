import type { Plan } from '@adda/contract/creators';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { areBlocked } from '../relations/index.ts';
import type { PlansTable } from './creators.tables.ts';

/** A plan to insert; the price is in cents. */
export type NewPlan = {
  readonly planId: string;
  readonly creatorId: number;
  readonly name: string;
  readonly cents: number;
  readonly days: number;
  readonly description: string | null;
};

/** Returns the plans that a creator sells now, cheapest first. */
export async function listPlans(db: Queryable, creatorId: number): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .innerJoin('users', 'users.id', 'plans.creator_id')
    .select([
      'plan_id',
      'name',
      'amount_cents',
      'validity_days',
      'description',
      'plans.created_at',
      'username',
    ])
    .where('creator_id', '=', creatorId)
    .where('archived_at', 'is', null)
    .orderBy('amount_cents')
    .orderBy('plans.id')
    .execute();
  return rows.map(planOf);
}

/** SQL query: the price in cents of the cheapest plan that a creator sells now; no row without plans. */
export const cheapestPlan = (creatorId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT amount_cents FROM plans cheapest
  WHERE cheapest.creator_id = ${creatorId} AND cheapest.archived_at IS NULL
  ORDER BY cheapest.amount_cents LIMIT 1)`;

type PlanRow = Pick<
  Selectable<PlansTable>,
  'plan_id' | 'name' | 'amount_cents' | 'validity_days' | 'description'
> & {
  readonly created_at: Date;
  readonly username: string;
};

function planOf({ amount_cents: cents, username, created_at: createdAt, ...plan }: PlanRow): Plan {
  return { ...plan, amount: cents / 100, creator: username, created_at: createdAt.toISOString() };
}

/** A plan that is sold now, as one viewer finds it. */
export type SoldPlan = {
  readonly id: number;
  readonly creatorId: number;
  /** The price in cents. */
  readonly cents: number;
  readonly plan: Plan;
  /** The viewer and the creator are blocked: the plan is hidden and can't be bought. */
  readonly isHidden: boolean;
  /** The creator is suspended: the plan is hidden from every viewer. */
  readonly isSuspended: boolean;
};

/** Returns a plan that is sold now; undefined if it is archived or its creator is deleted. */
export async function findSoldPlan(
  db: Queryable,
  viewerId: number,
  planId: string,
): Promise<SoldPlan | undefined> {
  const { rows } = await sql<
    PlanRow & { id: number; creator_id: number } & Pick<SoldPlan, 'isHidden' | 'isSuspended'>
  >`
    SELECT plans.id, plans.creator_id, plans.plan_id, plans.name, plans.amount_cents, plans.validity_days,
      plans.description, plans.created_at, creator.username,
      ${areBlocked(sql`${viewerId}::bigint`, sql`plans.creator_id`)} AS "isHidden",
      creator.suspended_at IS NOT NULL AS "isSuspended"
    FROM plans JOIN users creator ON creator.id = plans.creator_id
    WHERE plans.plan_id = ${planId} AND plans.archived_at IS NULL AND creator.deleted_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, creator_id: creatorId, isHidden, isSuspended, ...plan } = row;
  return { id, creatorId, cents: plan.amount_cents, plan: planOf(plan), isHidden, isSuspended };
}

/** Updates name and description of a plan that is still sold. Returns the plan, undefined if it is archived. */
export async function updatePlan(
  db: Queryable,
  id: number,
  words: { readonly name?: string; readonly description?: string | null },
): Promise<Pick<Plan, 'name' | 'description'> | undefined> {
  return db
    .updateTable('plans')
    .set(words)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returning(['name', 'description'])
    .executeTakeFirst();
}

/** Archives a plan. Returns false if it was already archived. */
export async function archivePlan(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE plans SET archived_at = now() WHERE id = ${id} AND archived_at IS NULL`.execute(tx);
  return numAffectedRows > 0n;
}

/** Returns the username of a plan's creator, also for an archived plan; undefined if there is no such plan. */
export async function findPlanCreator(db: Queryable, planId: string): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    SELECT creator.username FROM plans JOIN users creator ON creator.id = plans.creator_id
    WHERE plans.plan_id = ${planId}`.execute(db);
  return rows[0]?.username;
}

/** Inserts a plan. Returns its creation time. */
export async function insertPlan(tx: Tx, plan: NewPlan): Promise<Date> {
  const { created_at: createdAt } = await tx
    .insertInto('plans')
    .values({
      plan_id: plan.planId,
      creator_id: plan.creatorId,
      name: plan.name,
      amount_cents: plan.cents,
      validity_days: plan.days,
      description: plan.description,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** Archives all plans of a user. */
export async function archivePlansOf(
  tx: Tx,
  creatorId: number,
  { removesContent }: { readonly removesContent: boolean },
): Promise<void> {
  await sql`
    UPDATE plans SET archived_at = coalesce(archived_at, now()), description = NULL,
      name = CASE WHEN ${removesContent}::boolean THEN 'Plan' ELSE name END
    WHERE creator_id = ${creatorId}`.execute(tx);
}

/** Returns the row id of a plan that the user owns and still sells; undefined for any other id. */
export async function findOwnPlan(
  db: Queryable,
  creatorId: number,
  planId: string,
): Promise<number | undefined> {
  const plan = await db
    .selectFrom('plans')
    .select('id')
    .where('plan_id', '=', planId)
    .where('creator_id', '=', creatorId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return plan?.id;
}
