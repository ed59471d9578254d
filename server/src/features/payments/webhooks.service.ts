import type { PaymentGateway } from '@adda/contract/payments';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { RawBody } from '../../platform/http/handler.ts';
import { withinProviderTimeout } from './gateways/provider-call.gateway.ts';
import { findOrderAtProvider, isSeen, markSeen } from './payments.repository.ts';
import type { Orders } from './orders.service.ts';

/** Service for the providers' webhooks. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Creates the receiver of webhooks. */
export function createWebhooks({ database, orders }: { database: Database; orders: Orders }) {
  async function act(name: PaymentGateway, raw: RawBody): Promise<void> {
    const gateway = orders.gatewayOf(name);
    if (!gateway) throw appError('webhook_refused');
    const event = await orders.ask(name, () => gateway.readWebhook(raw));
    if (!event) throw appError('webhook_refused');
    const { eventId, lost } = event;
    if (await isSeen(database.db, name, eventId)) return;
    const order = await findOrderAtProvider(database.db, name, event);
    // Of another shop of the same account, or a test event.
    if (!order) return;
    await orders.check(order, { lost, also: (tx) => markSeen(tx, name, eventId) });
  }

  return {
    /**
     * Processes a signed webhook once per event. It only identifies the order to check; its amounts are not trusted,
     * except for the amount of a lost dispute, which no other call returns and which is capped at the whole. The event
     * is marked in the transaction of its work, so the provider retries after a failure (SV-73, R-12). All provider
     * calls share the time limit of one. Throws `webhook_refused` and `payment_provider_failed`.
     */
    receive: (name: PaymentGateway, raw: RawBody): Promise<void> =>
      withinProviderTimeout(() => act(name, raw)),
  };
}
