import type { PaymentGateway } from '@adda/contract/payments';
import type { Generated } from 'kysely';

/** A plan that a creator sells. */
export type PlansTable = {
  id: Generated<number>;
  plan_id: string;
  creator_id: number;
  name: string;
  amount_cents: number;
  validity_days: number;
  description: string | null;
  created_at: Generated<Date>;
  /** Set when the plan is no longer sold. Posts that use it stay locked, and subscribers keep access. */
  archived_at: Date | null;
};

/** A user's access to a creator's locked posts: active from `activated_at` to `expires_at` or `ended_at`. */
export type SubscriptionsTable = {
  id: Generated<number>;
  subscription_id: string;
  subscriber_id: number;
  creator_id: number;
  plan_id: number;
  created_at: Generated<Date>;
  activated_at: Date | null;
  expires_at: Date | null;
  ended_at: Date | null;
};

/**
 * A paid subscription. Amounts are hundredths of a coin, except `paid_amount` and `refunded_amount`, which are minor
 * units as charged by the provider.
 */
export type SalesTable = {
  id: Generated<number>;
  subscription_id: number;
  creator_id: number;
  plan_id: number;
  gateway: PaymentGateway;
  order_id: string;
  paid_amount: number;
  currency: string;
  gross: number;
  /** The amount credited to the creator; zero if the account was deleted. */
  net: number;
  transfer_id: number | null;
  refunded_amount: Generated<number>;
  refunded_gross: Generated<number>;
  /** The amount that refunds debited from the creator's wallet. */
  taken_back: Generated<number>;
  sold_at: Generated<Date>;
};

/** Sort keys of the list of creators; updated in the same transaction as the counted rows. */
export type CreatorTotalsTable = {
  user_id: number;
  subscribers: Generated<number>;
  public_posts: Generated<number>;
  plans: Generated<number>;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    plans: PlansTable;
    subscriptions: SubscriptionsTable;
    sales: SalesTable;
    creator_totals: CreatorTotalsTable;
  }
}
