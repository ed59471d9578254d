import type { Plan } from '@adda/contract/creators';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { PlansTable } from './creators.tables.ts';

/** A plan that is to be stored; the price is in cents. */
export type NewPlan = {
  readonly planId: string;
  readonly creatorId: number;
  readonly name: string;
  readonly cents: number;
  readonly days: number;
  readonly description: string | null;
};

/** The plans that somebody sells now, the cheapest first. */
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

/** Stores a plan; answers when it was made. */
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

/** Sells none of somebody's plans any more. */
export async function archivePlansOf(tx: Tx, creatorId: number): Promise<void> {
  await sql`UPDATE plans SET archived_at = now() WHERE creator_id = ${creatorId} AND archived_at IS NULL`.execute(
    tx,
  );
}

/** The row of a plan that is somebody's own and still sold; undefined for any other id. */
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
