/**
 * Creators own what is sold and who has bought: plans, subscriptions, sales, and the totals that order the strip of
 * creators. `isSubscribed` is the one condition by which a query knows who may see a creator's locked posts.
 */
import './creators.tables.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Payments } from '../payments/index.ts';
import type { WordFilter } from '../safety/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { countPublicPosts, deleteTotals } from './creator-totals.repository.ts';
import { creatorsHandlers } from './creators.routes.ts';
import { createCreatorStrip } from './creators.service.ts';
import { createAbandoned } from './abandoned-subscriptions.ts';
import { createPlanChanges } from './plan-changes.service.ts';
import { createPlans } from './plans.service.ts';
import { createEarnings } from './sales/earnings.service.ts';
import type { Prices } from './sales/prices.ts';
import { createSales } from './sales/sales.service.ts';
import { createSubscribing } from './subscribing.service.ts';
import { createSubscriptionEnds } from './subscription-ends.service.ts';
import { createSubscriptionEvents } from './subscription.events.ts';
import { createSubscriptions } from './subscriptions.service.ts';

export { findOwnPlan, listPlans } from './plans.repository.ts';
export { subscribedAsOf } from './subscribed-as-of.repository.ts';
export { salesChecks } from './sales/sales-check.ts';
export { isSubscribed } from './subscriptions.repository.ts';
export { creatorSections } from './creators.personal.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurs by itself; a test may ask for it. */
    'creators.ended-subscriptions': null;
  }
}

/** What creators need of the rest. */
export type CreatorsOptions = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly jobs: Jobs;
  readonly payments: Payments;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  readonly wallet: Pick<Wallet, 'post' | 'postFee'>;
  /** Rupees for a dollar, and the platform's share of a sale in percent. */
  readonly prices: Prices;
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** Makes the feature. */
export function createCreators(options: CreatorsOptions) {
  const {
    database,
    accounts,
    jobs,
    payments,
    wallet,
    wordFilter,
    prices,
    clock = () => new Date(),
  } = options;
  const events = createSubscriptionEvents();
  const ends = createSubscriptionEnds(database, events);
  const plans = createPlans({ database, wordFilter, prices });
  payments.onPurpose('subscription', createSales({ wallet, prices, events, ends }));
  accounts.onDeleting(async (tx, userId, ending) => {
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
    /** To be called in the transaction that makes `by` more (or fewer) posts of somebody public. */
    countPublicPosts: (tx: Tx, userId: number, by: number): Promise<void> => countPublicPosts(tx, userId, by),
    onPlanCreated: plans.onCreated,
    /** Told of each subscription that begins, or is no more, once it is committed; must not throw. */
    onSubscriptionBegun: events.onBegun,
    onSubscriptionEnded: events.onEnded,
    /** Runs what recurs; call once before the job queue starts. */
    startJobs(): void {
      jobs.every('creators.ended-subscriptions', '11 * * * *', ends.endOver);
      jobs.every('creators.abandoned-subscriptions', '47 4 * * *', createAbandoned({ database, payments }));
    },
  };
}

/** The face of creators. */
export type Creators = ReturnType<typeof createCreators>;
