import type { Charge, Plan, PlanChange } from '@adda/contract/creators';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Payments } from '../payments/index.ts';
import type { WordFilter } from '../safety/index.ts';
import { decrementPlans } from './creator-totals.repository.ts';
import { planDescriptionOf, planNameOf } from './plan-labels.ts';
import { archivePlan, findSoldPlan, updatePlan, type SoldPlan } from './plans.repository.ts';
import { chargeOf, type Prices } from './sales/prices.ts';

/** Service for a single plan: read, change, archive. */
export type PlanChanges = ReturnType<typeof createPlanChanges>;

type Deps = {
  readonly database: Database;
  readonly payments: Pick<Payments, 'offers'>;
  readonly prices: Prices;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
};

/** Creates the service. */
export function createPlanChanges({ database, payments, prices, wordFilter }: Deps) {
  async function find(actor: Actor, planId: string): Promise<SoldPlan> {
    const sold = await findSoldPlan(database.db, actor.userId, planId);
    if (!sold || sold.isHidden || sold.isSuspended) throw appError('plan_not_found');
    return sold;
  }

  async function findOwn(actor: Actor, planId: string): Promise<SoldPlan> {
    const sold = await find(actor, planId);
    if (sold.creatorId !== actor.userId) throw appError('not_plan_owner');
    return sold;
  }

  return {
    /** Returns a plan with the charge of each configured provider. Throws `plan_not_found`. */
    async show(actor: Actor, planId: string): Promise<{ plan: Plan; charges: Charge[] }> {
      const { plan, cents } = await find(actor, planId);
      return { plan, charges: payments.offers().map(({ gateway }) => chargeOf(cents, gateway, prices)) };
    },

    /**
     * Changes name or description of the caller's plan (SV-70). Throws `plan_not_found`, `not_plan_owner` or
     * `words_refused`.
     */
    async change(actor: Actor, planId: string, { name, description }: PlanChange): Promise<Plan> {
      const { id, plan } = await findOwn(actor, planId);
      const flagged = wordFilter.judge(name, description);
      const changed = await updatePlan(database.db, id, {
        ...(name !== undefined && { name: planNameOf(name) }),
        ...(description !== undefined && { description: planDescriptionOf(description) }),
      });
      if (!changed) throw appError('plan_not_found');
      wordFilter.raise({ userId: actor.userId, words: flagged });
      return { ...plan, ...changed };
    },

    /**
     * Archives a plan, so that it is no longer sold; subscribers keep their access. Throws `plan_not_found` or
     * `not_plan_owner` (SV-70).
     */
    async archive(actor: Actor, planId: string): Promise<void> {
      const { id } = await findOwn(actor, planId);
      await database.transaction(async (tx) => {
        if (!(await archivePlan(tx, id))) throw appError('plan_not_found');
        await decrementPlans(tx, actor.userId);
      });
    },
  };
}
