import { randomBytes } from 'node:crypto';
import { PLANS_MAX, type Plan, type PlanInput, type Charge, type PlanChange } from '@adda/contract/creators';
import { isBlankText } from '@adda/contract/messages';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { appError, ValidationError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { DeletionOptions } from '../accounts/index.ts';
import type { WordFilter } from '../safety/index.ts';
import type { Payments } from '../payments/index.ts';
import { incrementPlans, findCreator, decrementPlans } from './creators.repository.ts';
import {
  archivePlansOf,
  insertPlan,
  listPlans,
  archivePlan,
  findSoldPlan,
  updatePlan,
  type SoldPlan,
} from './plans.repository.ts';
import { isChargeable, leastPrice, type Prices, chargeOf } from './sales/sales.policy.ts';

const PLAN_ID_BYTES = 12;

/** A newly created plan. */
type PlanCreated = { readonly creatorId: number; readonly plan: Plan };

type Deps = {
  readonly database: Database;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
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
      if (!person || person.isUnknown) throw appError('user_not_found');
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
      const flagged = wordFilter.check(name, description);
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
      wordFilter.report({ userId: actor.userId, words: flagged });
      return offered;
    },

    /** Archives all plans of a user in the transaction that deletes the account (SV-13). */
    forget: (tx: Tx, userId: number, options: DeletionOptions): Promise<void> =>
      archivePlansOf(tx, userId, options),
  };
}

/** Service for a single plan: read, change, archive. */
export type PlanChanges = ReturnType<typeof createPlanChanges>;

type PlanChangesDeps = {
  readonly database: Database;
  readonly payments: Pick<Payments, 'offers'>;
  readonly prices: Prices;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
};

/** Creates the service. */
export function createPlanChanges({ database, payments, prices, wordFilter }: PlanChangesDeps) {
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
      const flagged = wordFilter.check(name, description);
      const changed = await updatePlan(database.db, id, {
        ...(name !== undefined && { name: planNameOf(name) }),
        ...(description !== undefined && { description: planDescriptionOf(description) }),
      });
      if (!changed) throw appError('plan_not_found');
      wordFilter.report({ userId: actor.userId, words: flagged });
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

/** Normalizes the name of a plan. Throws a `ValidationError` for an invisible name (PL-08). */
function planNameOf(given: string): string {
  const name = given.toWellFormed();
  if (isBlankText(name))
    throw new ValidationError([{ loc: ['body', 'name'], msg: 'Plan name is required', type: 'too_small' }]);
  return name;
}

/** Normalizes the description of a plan; null for none. */
const planDescriptionOf = (given: string | null | undefined): string | null => given?.toWellFormed() || null;
