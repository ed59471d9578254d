import type { PaymentGateway } from '@adda/contract/payments';
import type { Generated } from 'kysely';

/** What a creator sells. */
export type PlansTable = {
  id: Generated<number>;
  plan_id: string;
  creator_id: number;
  name: string;
  amount_cents: number;
  validity_days: number;
  description: string | null;
  created_at: Generated<Date>;
  /** No longer sold; posts that name it stay locked, and who paid keeps access. */
  archived_at: Date | null;
};

/** Somebody's access to a creator's locked posts: active from `activated_at` to `expires_at` or `ended_at`. */
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
 * A subscription that was paid. Amounts are hundredths of a coin, but `paid_amount` and `refunded_amount`, which are minor
 * units as the provider charged them.
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
  /** What the creator got; zero for somebody whose account was gone. */
  net: number;
  transfer_id: number | null;
  refunded_amount: Generated<number>;
  refunded_gross: Generated<number>;
  /** What refunds took out of the creator's wallet again. */
  taken_back: Generated<number>;
  sold_at: Generated<Date>;
};

/** What orders the strip of creators; kept by whoever changes it, in the same transaction. */
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
