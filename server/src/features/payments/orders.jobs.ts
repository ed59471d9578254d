import { ORDER_MINUTES } from '@adda/contract/payments';
import type { Database, Tx } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Order } from './payments.types.ts';
import { deleteOldEvents, deleteUnpaid, findOrderById, listUnpaid } from './payments.repository.ts';
import { wasPaid, type Orders } from './orders.service.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'payments.check-order': { readonly id: number };
    /** Scheduled; tests may run them directly. */
    'payments.unpaid-orders': null;
    'payments.old-orders': null;
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** An order is checked this long after it was placed, and again after each pause, in seconds. */
const FIRST_SECONDS = 10;
const SOON_SECONDS = 20;
const LATER_SECONDS = 40;
const SOON_UNTIL = 2 * MINUTE;
/** After this time without a response of the provider, only the check of every minute continues. */
const GIVEN_UP = 24 * HOUR;
/** Ages at which failed and expired orders are checked again: a provider may report late. */
const LATE_SECONDS = [HOUR, 6 * HOUR, 24 * HOUR];

/** Fallback below those jobs: orders not checked for this long, and the number of them per run. */
const QUIET_SECONDS = 45;
const MOST_IN_A_RUN = 200;
const AT_ONCE = 4;

/** Providers retry a webhook for a few days. */
const EVENTS_KEPT_DAYS = 30;
/** Unpaid orders are deleted after this many days (SV-104). */
const UNPAID_KEPT_DAYS = 30;
const BATCH = 500;

const ageOf = ({ createdAt }: Order) => (Date.now() - createdAt.getTime()) / 1000;

/** Returns the pause until the next check; undefined for never. */
function nextPause(order: Order): number | undefined {
  if (wasPaid(order)) return undefined;
  const age = ageOf(order);
  const isOpen = order.status === 'created' ? age < GIVEN_UP : age < ORDER_MINUTES * MINUTE;
  if (isOpen) return age < SOON_UNTIL ? SOON_SECONDS : LATER_SECONDS;
  const late = LATE_SECONDS.find((seconds) => seconds > age);
  return late === undefined ? undefined : Math.ceil(late - age) + 1;
}

/** Schedules the checks of an order, in the transaction that stores it. */
export const scheduleChecks =
  (jobs: Jobs) =>
  (tx: Tx, order: Order, startAfterSeconds = FIRST_SECONDS): Promise<void> =>
    jobs.enqueue(tx, 'payments.check-order', { id: order.id }, { startAfterSeconds, key: String(order.id) });

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly orders: Orders;
};

/**
 * Creates the jobs that finish paid but uncredited orders, whatever happened to the browser and the webhook: within a
 * minute after the provider responds again.
 */
export function createReconciliation({ database, jobs, logger, orders }: Deps) {
  const watch = scheduleChecks(jobs);

  /**
   * Checks an order. Returns whether the provider responded. An unpaid order expires only after the provider's
   * response.
   */
  async function look(order: Order): Promise<boolean> {
    try {
      const checked = await orders.check(order);
      if (checked.status === 'created') await orders.expire(checked);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'payment_provider_failed') return false;
      throw error;
    }
  }

  async function checkOrder({ id }: { readonly id: number }): Promise<void> {
    const order = await findOrderById(database.db, id);
    if (!order || wasPaid(order)) return;
    await look(order);
    const after = (await findOrderById(database.db, id)) ?? order;
    const pause = nextPause(after);
    if (pause !== undefined) await database.transaction((tx) => watch(tx, after, pause));
  }

  async function checkUnpaid(): Promise<void> {
    const bounds = { quietSeconds: QUIET_SECONDS, failedMinutes: ORDER_MINUTES, most: MOST_IN_A_RUN };
    const waiting = await listUnpaid(database.db, bounds);
    const silent = new Set<string>();
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const order = await findOrderById(database.db, id);
        // One unanswered order marks its provider as unavailable for this run.
        if (!order || wasPaid(order) || silent.has(order.gateway)) continue;
        const hasAnswered = await look(order).catch((error: unknown) => {
          // An order that can't be processed must not delay the others.
          logger.error({ err: error, order: order.id }, 'an order could not be looked after');
          return true;
        });
        if (!hasAnswered) silent.add(order.gateway);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  return {
    startJobs(): void {
      jobs.handle('payments.check-order', checkOrder);
      jobs.every('payments.unpaid-orders', '* * * * *', checkUnpaid);
      jobs.every('payments.old-orders', '37 4 * * *', async () => {
        while ((await deleteUnpaid(database.db, UNPAID_KEPT_DAYS, BATCH)) === BATCH);
      });
      jobs.every('payments.old-webhooks', '53 * * * *', () => deleteOldEvents(database.db, EVENTS_KEPT_DAYS));
    },
  };
}
