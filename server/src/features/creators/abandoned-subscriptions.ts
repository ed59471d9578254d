import type { Database } from '../../platform/database/index.ts';
import type { Payments } from '../payments/index.ts';
import { deletePending, listPending } from './subscriptions.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Scheduled; tests may run it directly. */
    'creators.abandoned-subscriptions': null;
  }
}

/** Unpaid orders are kept this long; their subscriptions are deleted after them (SV-104). */
const KEPT_DAYS = 30;
const BATCH = 500;

type Deps = { readonly database: Database; readonly payments: Pick<Payments, 'find'> };

/** Creates the job that deletes subscriptions that were ordered, never paid, and whose orders are deleted. */
export function createAbandoned({ database, payments }: Deps) {
  return async function removeAbandoned(): Promise<void> {
    let after = 0;
    for (;;) {
      const pending = await listPending(database.db, { days: KEPT_DAYS, after, limit: BATCH });
      for (const { id, subscriptionId } of pending) {
        const order = await payments.find('subscription', { reference: subscriptionId });
        if (!order) await deletePending(database.db, id);
      }
      const last = pending.at(-1);
      if (!last || pending.length < BATCH) return;
      after = last.id;
    }
  };
}
