/**
 * Payments owns orders at the providers: placing them, finding out whether they are paid, refunds, webhooks, and the
 * built-in sandbox. What was paid for is acted on by the feature of its purpose, inside the transaction that notes the
 * payment, so that both happen once or neither.
 */
import './payments.tables.ts';
import type { GatewayOffer } from '@adda/contract/payments';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import { chooseGateways, isSandboxOn } from './gateways/choose-gateways.ts';
import type { PaymentSettings } from './gateways/payment-settings.ts';
import { sandboxKeys } from './gateways/sandbox-keys.ts';
import { expireOrdersOf, findOrder, type OrderKey } from './orders/orders.repository.ts';
import { createOrders } from './orders/orders.service.ts';
import { createReconciliation, watchWith } from './orders/reconciliation.ts';
import { paymentsHandlers } from './payments.routes.ts';
import type { Confirmation, NewOrder, Order, Purpose, PurposeHooks } from './payments.types.ts';
import { createSandbox } from './sandbox/index.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';

export { checkoutSourcesOf } from './gateways/checkout-sources.ts';
export { sandboxReach } from './gateways/choose-gateways.ts';
export { listPaidOrders } from './orders/paid-orders.repository.ts';
export type { Order, Refund } from './payments.types.ts';
export { paymentSections } from './payments.personal.repository.ts';

/** What payments need of the rest. */
export type PaymentsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly config: PaymentSettings;
  readonly accounts: Pick<Accounts, 'onDeleting' | 'notePayer'>;
  /** The server's secret; the sandbox's keys are derived from it. */
  readonly secret: string;
  /** Address of this process, for the sandbox; known once it listens. */
  readonly localUrl: () => string;
};

/** Makes the feature. */
export function createPayments(options: PaymentsOptions) {
  const { database, jobs, logger, config, accounts, secret, localUrl } = options;
  const hooks = new Map<Purpose, PurposeHooks>();
  const keys = sandboxKeys(config, secret);
  const gateways = chooseGateways({ config, keys, localUrl });
  const orders = createOrders({
    database,
    logger,
    gateways,
    hooks,
    watch: watchWith(jobs),
    notePayer: accounts.notePayer,
  });
  const reconciliation = createReconciliation({ database, jobs, logger, orders });
  const isOn = isSandboxOn(config);
  const sandbox = createSandbox({ database, jobs, isOn, keys, localUrl });
  const forget = (tx: Tx, userId: number): Promise<void> => expireOrdersOf(tx, userId);
  accounts.onDeleting(forget);
  accounts.onDeleting(sandbox.forgetName);
  if (gateways.some(({ isSandbox }) => isSandbox))
    logger.warn('payments run on the built-in sandbox: no real money moves');
  return {
    handlers: { payments: paymentsHandlers(createWebhooks({ database, orders })), sandbox: sandbox.handlers },
    /** Ways to pay that this server has, the usual one first. */
    offers: (): readonly GatewayOffer[] =>
      gateways.map(({ name, key, isSandbox }) => ({ gateway: name, key, is_sandbox: isSandbox })),
    /** Says what happens about orders of a purpose; call before anything is served. */
    onPurpose: (purpose: Purpose, does: PurposeHooks): void => void hooks.set(purpose, does),
    /** Places an order at the provider and keeps it. Throws `unsupported_gateway` or `payment_provider_failed`. */
    place: (order: NewOrder): Promise<Order> => orders.place(order),
    /** An order by the provider's id, or by what it is for; undefined where there is none. */
    find: (purpose: Purpose, by: OrderKey): Promise<Order | undefined> => findOrder(database.db, purpose, by),
    /**
     * Asks the provider about an order and acts on what it says; the same again for an order that is paid. Throws
     * `payment_of_somebody_else`, `wrong_gateway`, `payment_mismatch`, `payment_not_completed`, `payment_declined` or
     * `payment_provider_failed`.
     */
    confirm: (order: Order, by: Confirmation): Promise<Order> => orders.confirm(order, by),
    /** The same without a payment's id, and without throwing: how the order stands now, as far as can be told. */
    refresh: (order: Order): Promise<Order> => orders.refresh(order),
    /** Ends the open orders of somebody whose account ends; called by itself when one is deleted. */
    forget,
    /** Runs what recurs; call once before the job queue starts. */
    startJobs(): void {
      reconciliation.startJobs();
      sandbox.startJobs();
    },
  };
}

/** The face of payments. */
export type Payments = ReturnType<typeof createPayments>;
