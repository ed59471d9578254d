import type { PaymentGateway } from '@adda/contract/payments';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RawBody } from '../../../platform/http/handler.ts';
import { inProviderTime } from '../gateways/provider-call.ts';
import { findOrderAtProvider } from '../orders/orders.repository.ts';
import type { Orders } from '../orders/orders.service.ts';
import { isSeen, markSeen } from './webhook-events.repository.ts';

/** What providers send by themselves. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Makes the receiving of webhooks. */
export function createWebhooks({ database, orders }: { database: Database; orders: Orders }) {
  async function act(name: PaymentGateway, raw: RawBody): Promise<void> {
    const gateway = orders.gatewayOf(name);
    if (!gateway) throw appError('webhook_refused');
    const event = await orders.ask(name, () => gateway.readWebhook(raw));
    if (!event) throw appError('webhook_refused');
    const { eventId, lost } = event;
    if (await isSeen(database.db, name, eventId)) return;
    const order = await findOrderAtProvider(database.db, name, event);
    // Of another shop of the same account, or a test of theirs.
    if (!order) return;
    await orders.check(order, { lost, also: (tx) => markSeen(tx, name, eventId) });
  }

  return {
    /**
     * A signed webhook says only which order to ask about; its amounts are never believed, but for what a lost dispute
     * took back, which is told nowhere else and at most the whole. Acted on once for each event,
     * which is marked with its work: what fails is sent again (SV-73, R-12). Provider calls have the time of one in all. Throws `webhook_refused` and
     * `payment_provider_failed`.
     */
    receive: (name: PaymentGateway, raw: RawBody): Promise<void> => inProviderTime(() => act(name, raw)),
  };
}
