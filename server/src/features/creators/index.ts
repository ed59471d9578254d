/**
 * Creators: plans, subscriptions, sales, and the totals that order the list of creators. Every query decides with the
 * single condition `isSubscribed` who may see a creator's locked posts.
 */
import './creators.tables.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Activity } from '../activity/index.ts';
import type { Payments } from '../payments/index.ts';
import type { WordFilter } from '../safety/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { addPublicPosts, deleteTotals } from './creators.repository.ts';
import { creatorsHandlers } from './creators.routes.ts';
import { createCreatorStrip } from './creators.service.ts';
import { createAbandoned, createSubscriptionEnds } from './subscription-ends.service.ts';
import { createPlanChanges, createPlans } from './plans.service.ts';
import { createEarnings } from './sales/earnings.service.ts';
import type { Prices } from './sales/sales.policy.ts';
import { createSales } from './sales/sales.service.ts';
import { createSubscribing, createSubscriptions } from './subscriptions.service.ts';
import { subscriptionActivity } from './subscription-activity.repository.ts';
import { createSubscriptionEvents } from './subscriptions.events.ts';

export { cheapestPlan, findOwnPlan, listPlans } from './plans.repository.ts';
export { subscribedAsOf, isSubscribed } from './subscriptions.repository.ts';
export { salesChecks } from './sales/sales-checks.repository.ts';
export { creatorSections } from './creators.personal.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Scheduled; tests may run it directly. */
    'creators.ended-subscriptions': null;
  }
}

/** Dependencies of creators. */
export type CreatorsOptions = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly jobs: Jobs;
  readonly payments: Payments;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  readonly wallet: Pick<Wallet, 'post' | 'postFee'>;
  readonly activity: Pick<Activity, 'tell' | 'register'>;
  /** Rupees per dollar, and the platform's share of a sale in percent. */
  readonly prices: Prices;
  /** The clock; the system's by default. */
  readonly clock?: () => Date;
};

/** Creates the feature. */
export function createCreators(options: CreatorsOptions) {
  const {
    database,
    accounts,
    jobs,
    payments,
    wallet,
    activity,
    wordFilter,
    prices,
    clock = () => new Date(),
  } = options;
  const events = createSubscriptionEvents();
  const ends = createSubscriptionEnds(database, events);
  const plans = createPlans({ database, wordFilter, prices });
  activity.register(subscriptionActivity);
  payments.onPurpose('subscription', createSales({ wallet, activity, prices, events, ends }));
  accounts.onDeleting('creators', async (tx, userId, ending) => {
    await plans.forget(tx, userId, ending);
    await ends.forget(tx, userId);
    await deleteTotals(tx, userId);
  });
  return {
    handlers: creatorsHandlers({
      strip: createCreatorStrip(database, clock),
      plans,
      planChanges: createPlanChanges({ database, payments, prices, wordFilter }),
      subscriptions: createSubscriptions(database, ends),
      subscribing: createSubscribing({ database, payments, prices }),
      earnings: createEarnings(database, clock),
    }),
    /** Call in the transaction that makes `by` more (or, if negative, fewer) posts of a user public. */
    addPublicPosts: (tx: Tx, userId: number, by: number): Promise<void> => addPublicPosts(tx, userId, by),
    onPlanCreated: plans.onCreated,
    /**
     * Registers a listener for each subscription that starts or ends, called after the commit; it must not throw
     * (X-44).
     */
    onSubscriptionBegun: events.onBegun,
    onSubscriptionEnded: events.onEnded,
    /** Schedules the recurring jobs; call once before the job queue starts. */
    startJobs(): void {
      jobs.every('creators.ended-subscriptions', '11 * * * *', ends.endExpired);
      jobs.every('creators.abandoned-subscriptions', '47 4 * * *', createAbandoned({ database, payments }));
    },
  };
}

/** The public interface of creators. */
export type Creators = ReturnType<typeof createCreators>;
