/**
 * Payments: orders at the providers, their verification, refunds, webhooks, and the built-in sandbox. The feature of an
 * order's purpose acts inside the transaction that records the payment, so that both happen or neither.
 */
import './payments.tables.ts';
import type { GatewayOffer } from '@adda/contract/payments';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Accounts } from '../accounts/index.ts';
import {
  chooseGateways,
  isSandboxOn,
  type PaymentSettings,
  sandboxKeys,
} from './gateways/gateways.service.ts';
import { expireOrdersOf, findOrder, type OrderKey } from './payments.repository.ts';
import { createOrders } from './orders.service.ts';
import { createReconciliation, scheduleChecks } from './orders.jobs.ts';
import { paymentsHandlers } from './payments.routes.ts';
import type { Confirmation, NewOrder, Order, Purpose, PurposeHooks } from './payments.types.ts';
import { createSandbox } from './sandbox/sandbox.routes.ts';
import { createWebhooks } from './webhooks.service.ts';

export { checkoutSourcesOf, sandboxReach } from './gateways/gateways.service.ts';
export { listPaidOrders } from './payments.repository.ts';
export type { Order, Refund } from './payments.types.ts';
export { paymentSections } from './payments.personal.repository.ts';

/** Dependencies of payments. */
export type PaymentsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly config: PaymentSettings;
  readonly accounts: Pick<Accounts, 'onDeleting' | 'notePayer'>;
  /** The server's secret, from which the sandbox's keys are derived. */
  readonly secret: string;
  /** Address of this process, for the sandbox; known once the server listens. */
  readonly localUrl: () => string;
};

/** Creates the feature. */
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
    watch: scheduleChecks(jobs),
    notePayer: accounts.notePayer,
  });
  const reconciliation = createReconciliation({ database, jobs, logger, orders });
  const isOn = isSandboxOn(config);
  const sandbox = createSandbox({ database, jobs, isOn, keys, localUrl });
  const forget = (tx: Tx, userId: number): Promise<void> => expireOrdersOf(tx, userId);
  accounts.onDeleting('payments', forget);
  accounts.onDeleting('sandbox payments', sandbox.forgetName);
  if (gateways.some(({ isSandbox }) => isSandbox))
    logger.warn('payments run on the built-in sandbox: no real money moves');
  return {
    handlers: { payments: paymentsHandlers(createWebhooks({ database, orders })), sandbox: sandbox.handlers },
    /** Returns the payment methods of this server, the default one first. */
    offers: (): readonly GatewayOffer[] =>
      gateways.map(({ name, key, isSandbox }) => ({ gateway: name, key, is_sandbox: isSandbox })),
    /** Registers the handlers of orders of a purpose; call before the server listens. */
    onPurpose: (purpose: Purpose, does: PurposeHooks): void => void hooks.set(purpose, does),
    /** Places an order at the provider and stores it. Throws `unsupported_gateway` or `payment_provider_failed`. */
    place: (order: NewOrder): Promise<Order> => orders.place(order),
    /** Returns an order by the provider's id or by its reference; undefined if there is none. */
    find: (purpose: Purpose, by: OrderKey): Promise<Order | undefined> => findOrder(database.db, purpose, by),
    /**
     * Checks an order with the provider and acts on the result; idempotent for a paid order. Throws
     * `payment_of_somebody_else`, `wrong_gateway`, `payment_mismatch`, `payment_not_completed`, `payment_declined` or
     * `payment_provider_failed`.
     */
    confirm: (order: Order, by: Confirmation): Promise<Order> => orders.confirm(order, by),
    /** Checks an order without a payment id and without throwing. Returns its current state as far as known. */
    refresh: (order: Order): Promise<Order> => orders.refresh(order),
    /** Expires the open orders of an account that is deleted; registered for account deletion. */
    forget,
    /** Schedules the recurring jobs; call once before the job queue starts. */
    startJobs(): void {
      reconciliation.startJobs();
      sandbox.startJobs();
    },
  };
}

/** The public interface of payments. */
export type Payments = ReturnType<typeof createPayments>;
