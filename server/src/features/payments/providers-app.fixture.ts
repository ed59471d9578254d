import { randomUUID } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { PaymentGateway } from '@adda/contract/payments';
import { sql } from 'kysely';
import { startTestApp } from '../../test/app.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { startProviders } from './providers.fixture.ts';
import { give } from '../wallet/index.ts';
import { postTransfers } from '../wallet/ledger/ledger.repository.ts';
import { rechargeOn, type Buyer } from '../recharge/recharge.fixture.ts';

/** The application of the test file with both providers on a listener of the test; every test creates its own users. */
export const startWithProviders = oncePerFile(open, async ({ stop, providers }) => {
  await stop();
  await providers.stop();
});

async function open() {
  const providers = await startProviders();
  const testApp = await startTestApp({ ...providers.env, LOGIN_BONUS_COINS: '0' });
  const { app, url } = testApp;
  const { database, jobs } = app;
  const recharge = rechargeOn(testApp);

  return {
    ...testApp,
    ...recharge,
    providers,
    database,
    /** Creates a user with an order of 500 coins. Returns both. */
    async ordered(gateway: PaymentGateway = 'razorpay'): Promise<{ ann: Buyer; orderId: string }> {
      const ann = await recharge.buyer();
      return { ann, orderId: (await recharge.order(ann, 500, gateway)).data.order_id };
    },
    /** Sends a webhook as a provider does. Returns status and code. */
    async webhook(gateway: PaymentGateway, body: string, headers: Record<string, string>) {
      const response = await fetch(`${url}/webhooks/${gateway}`, { method: 'POST', headers, body });
      const answer: unknown = await response.json();
      return { status: response.status, body: answer };
    },
    /** Returns how often a provider was called about one of these ids. */
    callsAbout: (...ids: string[]): number =>
      providers.state.calls.filter((call) => ids.some((id) => call.includes(id))).length,
    /** Moves the times of an order back: its creation and its last check. */
    async passMinutes(orderId: string, minutes: number): Promise<void> {
      await sql`
        UPDATE payment_orders SET created_at = created_at - make_interval(mins => ${minutes}::int),
          checked_at = checked_at - make_interval(mins => ${minutes}::int)
        WHERE order_id = ${orderId}`.execute(database.db);
    },
    /** Runs the check of every minute now. */
    checkUnpaid: () => database.transaction((tx) => jobs.enqueue(tx, 'payments.unpaid-orders', null)),
    /** Makes the next check job of an order due now. */
    async checkDue(): Promise<void> {
      await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'payments.check-order'`.execute(
        database.db,
      );
    },
    /** Returns the pending check jobs of an order. */
    async waitingChecks(orderId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) FROM pgboss.job JOIN payment_orders placed ON placed.order_id = ${orderId}
        WHERE job.name = 'payments.check-order' AND job.singleton_key = placed.id::text
          AND job.state < 'active'`.execute(database.db);
      return rows[0]?.count ?? 0;
    },
    /** Deletes the check jobs of orders. */
    async forgetChecks(): Promise<void> {
      await sql`DELETE FROM pgboss.job WHERE name = 'payments.check-order'`.execute(database.db);
    },
    /** Moves coins from one user to another through the ledger. */
    async spend(from: Buyer, to: Buyer, coins: number): Promise<void> {
      const basics = { cause: `test:${randomUUID()}`, kind: 'test', amount: hundredthsOf(coins) };
      const line = { type: 'gift_sent', description: 'For a test' } as const;
      const people = { payer: from.userId, payee: to.userId, payerLine: line, payeeLine: line };
      await database.transaction((tx) => postTransfers(tx, [give(basics, people)]));
    },
    async statusInRow(orderId: string): Promise<string | undefined> {
      const { rows } = await sql<{ status: string }>`
        SELECT status FROM payment_orders WHERE order_id = ${orderId}`.execute(database.db);
      return rows[0]?.status;
    },
  };
}
