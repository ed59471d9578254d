/**
 * Payments owns orders at the providers: placing them, finding out whether they are paid, refunds, webhooks, and the
 * built-in sandbox. What was paid for is acted on by the feature of its purpose, inside the transaction that notes the
 * payment, so that both happen once or neither.
 */
import type { GatewayOffer } from '@adda/contract/payments';
import type { Config } from '../../config.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { paymentsHandlers } from './payments.routes.ts';
import type { Confirmation, NewOrder, Order, Purpose, PurposeHooks } from './payments.types.ts';
import { sandboxHandlers } from './sandbox.routes.ts';

export type { Order, Refund } from './payments.types.ts';

/** What payments need of the rest. */
export type PaymentsOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly config: Config;
  /** The server's secret; the sandbox's keys are derived from it. */
  readonly secret: string;
  /** Address of this process, for the sandbox; known once it listens. */
  readonly localUrl: () => string;
};

const notYet = (): never => {
  throw new Error('not yet');
};

/** Makes the feature. */
export function createPayments(_options: PaymentsOptions) {
  return {
    handlers: { payments: paymentsHandlers(), sandbox: sandboxHandlers() },
    /** Ways to pay that this server has, the usual one first. */
    offers: (): readonly GatewayOffer[] => [],
    /** Says what happens about orders of a purpose; call before anything is served. */
    onPurpose: (_purpose: Purpose, _hooks: PurposeHooks): void => undefined,
    /** Places an order at the provider and keeps it. Throws `unsupported_gateway` or `payment_provider_failed`. */
    place: (_order: NewOrder): Promise<Order> => notYet(),
    /** An order by the provider's id, or by what it is for; undefined where there is none. */
    find: (
      _purpose: Purpose,
      _by: { readonly orderId: string } | { readonly reference: string },
    ): Promise<Order | undefined> => notYet(),
    /**
     * Asks the provider about an order and acts on what it says; the same again for an order that is paid. Throws
     * `payment_of_somebody_else`, `wrong_gateway`, `payment_mismatch`, `payment_not_completed` or
     * `payment_provider_failed`.
     */
    confirm: (_order: Order, _by: Confirmation): Promise<Order> => notYet(),
    /** The same without a payment's id, and without throwing: how the order stands now, as far as can be told. */
    refresh: (_order: Order): Promise<Order> => notYet(),
    /** Ends the open orders of somebody whose account ends. */
    forget: (_tx: Tx, _userId: number): Promise<void> => notYet(),
    /** Runs what recurs; call once before the job queue starts. */
    startJobs() {},
  };
}

/** The face of payments. */
export type Payments = ReturnType<typeof createPayments>;
