import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { findCreator, type CreatorPerson } from './creators.repository.ts';
import { findPlanCreator } from './plans.repository.ts';
import type { SubscriptionEnds } from './subscription-ends.service.ts';
import { findActive } from './subscriptions.repository.ts';

/** Service for access to locked posts. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Selects a subscription by its creator or by a plan of the creator; with both, the plan must be the creator's. */
export type CreatorOrPlan = { readonly creator?: string | undefined; readonly plan_id?: string | undefined };

/** Creates the commands of subscriptions. */
export function createSubscriptions(database: Database, ends: SubscriptionEnds) {
  async function personOf(actor: Actor, creator: string): Promise<CreatorPerson> {
    const person = await findCreator(database.db, actor.userId, creator);
    if (!person) throw appError('user_not_found');
    return person;
  }

  async function creatorOf({ creator, plan_id: planId }: CreatorOrPlan): Promise<string> {
    if (creator !== undefined) return creator;
    const found = planId && (await findPlanCreator(database.db, planId));
    if (!found) throw appError('no_active_subscription');
    return found;
  }

  return {
    /**
     * Returns the caller's subscription to a creator; a block does not end a paid one. Throws `user_not_found` (SV-74).
     */
    async check(actor: Actor, creator: string) {
      const { userId, isSuspended } = await personOf(actor, creator);
      if (isSuspended) throw appError('user_not_found');
      const active = await findActive(database.db, actor.userId, userId);
      return {
        is_subscribed: active !== undefined,
        plan_id: active?.planId ?? null,
        expires_at: active?.expiresAt.toISOString() ?? null,
      };
    },

    /**
     * Ends access to a creator immediately, without a refund, also to a suspended one. A named plan must be one to
     * which the caller is subscribed. Throws `user_not_found` or `no_active_subscription` (SV-75).
     */
    async unsubscribe(actor: Actor, which: CreatorOrPlan): Promise<void> {
      const { userId: creatorId } = await personOf(actor, await creatorOf(which));
      await database.transaction(async (tx) => {
        const plans = await ends.endPair(tx, { subscriberId: actor.userId, creatorId });
        const hasPlan = which.plan_id === undefined ? plans.length > 0 : plans.includes(which.plan_id);
        if (!hasPlan) throw appError('no_active_subscription');
      });
    },
  };
}
