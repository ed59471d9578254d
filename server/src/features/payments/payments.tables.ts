import type { PaymentGateway } from '@adda/contract/payments';
import type { Generated } from 'kysely';
import type { OrderStatus, Purpose } from './payments.types.ts';

/** An order at a provider; amounts are in minor units of its currency. */
export type PaymentOrdersTable = {
  id: Generated<number>;
  gateway: PaymentGateway;
  order_id: string;
  purpose: Purpose;
  user_id: number;
  reference: string;
  amount: number;
  currency: string;
  status: Generated<OrderStatus>;
  payment_id: string | null;
  refunded: Generated<number>;
  disputed: Generated<number>;
  created_at: Generated<Date>;
  /** When the provider last responded about the order; at first the creation time. */
  checked_at: Generated<Date>;
  paid_at: Date | null;
};

/** A processed webhook, so that it is not processed again. */
export type WebhookEventsTable = {
  gateway: PaymentGateway;
  event_id: string;
  received_at: Generated<Date>;
};

/** An order stored by the sandbox. `approval` is PayPal's step before the capture. */
export type SandboxOrdersTable = {
  order_id: string;
  gateway: PaymentGateway;
  amount: number;
  currency: string;
  description: string;
  receipt: string;
  approval: Generated<'none' | 'approved' | 'declining'>;
  created_at: Generated<Date>;
};

/** A payment or capture of the sandbox. */
export type SandboxPaymentsTable = {
  payment_id: string;
  order_id: string;
  status: 'captured' | 'failed';
  created_at: Generated<Date>;
};

/** A refund of the sandbox. */
export type SandboxRefundsTable = {
  refund_id: string;
  payment_id: string;
  amount: number;
  created_at: Generated<Date>;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    payment_orders: PaymentOrdersTable;
    webhook_events: WebhookEventsTable;
    sandbox_orders: SandboxOrdersTable;
    sandbox_payments: SandboxPaymentsTable;
    sandbox_refunds: SandboxRefundsTable;
  }
}
