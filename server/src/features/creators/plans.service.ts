import { randomBytes } from 'node:crypto';
import { PLANS_MAX, type Plan, type PlanInput } from '@adda/contract/creators';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { appError, ValidationError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Ending } from '../accounts/index.ts';
import type { WordFilter } from '../safety/index.ts';
import { incrementPlans } from './creator-totals.repository.ts';
import { findCreator } from './creators.repository.ts';
import { planDescriptionOf, planNameOf } from './plan-labels.ts';
import { archivePlansOf, insertPlan, listPlans } from './plans.repository.ts';
import { isChargeable, leastPrice, type Prices } from './sales/prices.ts';

const PLAN_ID_BYTES = 12;

/** A newly created plan. */
export type PlanCreated = { readonly creatorId: number; readonly plan: Plan };

type Deps = {
  readonly database: Database;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  readonly prices: Prices;
};

/** Throws a `ValidationError` for a price below the minimum of a provider (PL-05). */
function refuseTooCheap(cents: number, prices: Prices): void {
  if (isChargeable(cents, prices)) return;
  const least = (leastPrice(prices) / 100).toFixed(2);
  const msg = `Amount must be at least $${least}, so that it can be paid`;
  throw new ValidationError([{ loc: ['body', 'amount'], msg, type: 'too_small' }]);
}

/** Service for plans. */
export type Plans = ReturnType<typeof createPlans>;

/** Creates the commands of plans. */
export function createPlans({ database, wordFilter, prices }: Deps) {
  const listeners: ((created: PlanCreated) => void)[] = [];

  return {
    /** Registers a listener for new plans, called after the commit; it must not throw. */
    onCreated: (listener: (created: PlanCreated) => void) => void listeners.push(listener),

    /** Returns a creator's plans, cheapest first; none between blocked users. Throws `user_not_found` (PL-13). */
    async list(actor: Actor, creator: string): Promise<Plan[]> {
      const person = await findCreator(database.db, actor.userId, creator);
      if (!person || person.isSuspended) throw appError('user_not_found');
      return person.isHidden ? [] : listPlans(database.db, person.userId);
    },

    /**
     * Creates a plan. Throws `not_own_plan` if `creator` is not the caller, `too_many_plans` above `PLANS_MAX`,
     * `words_refused` (SV-105), and a `ValidationError` for an invisible name or a price that can't be charged (PL-05).
     */
    async create(actor: Actor, { creator, amount, ...input }: PlanInput): Promise<Plan> {
      if (creator !== actor.username) throw appError('not_own_plan');
      const cents = Math.round(amount * 100);
      refuseTooCheap(cents, prices);
      const name = planNameOf(input.name);
      const planId = `plan_${randomBytes(PLAN_ID_BYTES).toString('hex')}`;
      const description = planDescriptionOf(input.description);
      const flagged = wordFilter.judge(name, description);
      const days = input.validity_days;
      const offered = await database.transaction(async (tx) => {
        const count = await incrementPlans(tx, actor.userId);
        if (count === undefined) throw appError('invalid_token');
        if (count > PLANS_MAX) throw appError('too_many_plans', { most: PLANS_MAX });
        const stored = { planId, creatorId: actor.userId, name, cents, days, description };
        const createdAt = await insertPlan(tx, stored);
        const plan: Plan = {
          plan_id: planId,
          name,
          amount: cents / 100,
          validity_days: days,
          description,
          creator: actor.username,
          created_at: createdAt.toISOString(),
        };
        afterCommit(tx, () => {
          for (const listener of listeners) listener({ creatorId: actor.userId, plan });
        });
        return plan;
      });
      wordFilter.raise({ userId: actor.userId, words: flagged });
      return offered;
    },

    /** Archives all plans of a user in the transaction that deletes the account (SV-13). */
    forget: (tx: Tx, userId: number, ending: Ending): Promise<void> => archivePlansOf(tx, userId, ending),
  };
}
