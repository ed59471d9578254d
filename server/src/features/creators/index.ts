/**
 * Creators own what is sold and who has bought: plans, subscriptions, and the totals that order the strip of creators.
 * `isSubscribed` is the one condition by which a query knows who may see a creator's locked posts.
 */
import './creators.tables.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Payments } from '../payments/index.ts';
import type { Wallet } from '../wallet/index.ts';
import { countPublicPosts, deleteTotals } from './creator-totals.repository.ts';
import { creatorsHandlers } from './creators.routes.ts';
import { createCreatorStrip } from './creators.service.ts';
import { createPlans } from './plans.service.ts';
import { createSubscriptions, type SubscriptionEnded } from './subscriptions.service.ts';

export { findOwnPlan, listPlans } from './plans.repository.ts';
export { subscribedAsOf } from './subscribed-as-of.repository.ts';
export { isSubscribed } from './subscriptions.repository.ts';

/** What creators need of the rest. */
export type CreatorsOptions = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'onDeleting'>;
  readonly jobs: Jobs;
  readonly payments: Payments;
  readonly wallet: Pick<Wallet, 'post'>;
  /** Rupees for a dollar, and the platform's share of a sale in percent. */
  readonly prices: { readonly inrPerUsd: number; readonly feePercent: number };
  /** The time; the system's unless a test says otherwise. */
  readonly clock?: () => Date;
};

/** Makes the feature. */
export function createCreators({ database, accounts, clock = () => new Date() }: CreatorsOptions) {
  const plans = createPlans(database);
  const subscriptions = createSubscriptions(database);
  const strip = createCreatorStrip(database, clock);
  accounts.onDeleting(async (tx, userId) => {
    await plans.forget(tx, userId);
    await subscriptions.forget(tx, userId);
    await deleteTotals(tx, userId);
  });
  return {
    handlers: creatorsHandlers({ strip, plans, subscriptions }),
    /** To be called in the transaction that makes `by` more (or fewer) posts of somebody public. */
    countPublicPosts: (tx: Tx, userId: number, by: number): Promise<void> => countPublicPosts(tx, userId, by),
    onPlanCreated: plans.onCreated,
    onSubscriptionBegun: (_listener: (begun: SubscriptionEnded) => void): void => undefined,
    onSubscriptionEnded: subscriptions.onEnded,
    /** Runs what recurs; call once before the job queue starts. */
    startJobs() {},
  };
}

/** The face of creators. */
export type Creators = ReturnType<typeof createCreators>;
