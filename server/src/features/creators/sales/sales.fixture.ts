import { coinsOf } from '@adda/contract/kernel/money';
import type { PaymentGateway, SandboxOutcome } from '@adda/contract/payments';
import { expect } from 'vitest';
import type { Poster } from '../../feed/posts/posts.fixture.ts';
import { startPostActivity } from '../../feed/activity/post-activity.fixture.ts';
import { eventually, type Person } from '../../rooms/rooms.fixture.ts';
import { createLedgerCommands } from '../../wallet/index.ts';
import { offerPlan, subscribersOf } from '../creators.fixture.ts';
import { salesChecks } from './sales-checks.repository.ts';

/** The response to an ordered subscription. */
export type SubscriptionOrder = {
  readonly subscription_id: string;
  readonly order_id: string;
  readonly payment_gateway: PaymentGateway;
};

/**
 * Opens the application of the test file (or, with settings, of the test) with users who sell and buy in the sandbox.
 */
export async function startSales(settings?: Record<string, string>) {
  const fixture = await startPostActivity(settings);
  const { client, database, app, connectShell } = fixture;

  const order = (by: Person, planId: string, gateway?: string) =>
    client(
      'POST /subscriptions/subscribe',
      { query: { plan_id: planId, ...(gateway && { payment_gateway: gateway }) } },
      by,
    );

  async function pay(orderId: string, outcome: SandboxOutcome = 'success'): Promise<string> {
    const params = { order_id: orderId };
    const { data } = await client('POST /sandbox/pay/:order_id', { params, body: { outcome } });
    return data.payment_id ?? '';
  }

  const verify = (
    by: Person,
    { subscription_id, payment_gateway }: Omit<SubscriptionOrder, 'order_id'>,
    paymentId: string,
  ) =>
    client(
      `POST /${payment_gateway}/verify-payment/:subscription_id`,
      { params: { subscription_id }, body: { payment_id: paymentId } },
      by,
    );

  /** Orders, pays and verifies a subscription. */
  async function buy(by: Person, planId: string, gateway?: PaymentGateway) {
    const { data: ordered } = await order(by, planId, gateway);
    const paymentId = await pay(ordered.order_id);
    const verified = await verify(by, ordered, paymentId);
    return { ...ordered, paymentId, until: verified.data.expires_at };
  }

  /** Returns the state of an order, and the provider's payment id. */
  const orderRow = (orderId: string) =>
    database.db
      .selectFrom('payment_orders')
      .select(['status', 'payment_id', 'refunded'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();

  return {
    ...fixture,
    order,
    pay,
    verify,
    buy,
    orderRow,
    /** Inserts a plan with a price in cents. Returns its public id. */
    sell: (by: Poster, terms: { cents?: number; days?: number; name?: string } = {}) =>
      offerPlan(database, by.userId, terms),
    /** Refunds at the provider, in full or the given minor units, and waits until the refund is processed. */
    async refund(orderId: string, amount?: number): Promise<void> {
      const before = await orderRow(orderId);
      const params = { payment_id: before.payment_id ?? '' };
      const body = amount === undefined ? {} : { amount };
      expect((await client('POST /sandbox/refund/:payment_id', { params, body })).status).toBe(200);
      await eventually(async () =>
        expect((await orderRow(orderId)).refunded).toBeGreaterThan(before.refunded),
      );
    },
    /** Returns the coins that a user has earned and not spent. */
    async earnedBy({ userId }: Poster): Promise<number> {
      const wallets = database.db.selectFrom('wallets').select('earned').where('user_id', '=', userId);
      return coinsOf((await wallets.executeTakeFirst())?.earned ?? 0);
    },
    /** Returns the sales in a user's history, newest first. */
    async linesOf(user: Poster) {
      const { data } = await client('GET /wallet/history', { query: {} }, user);
      return data.history
        .filter(({ transaction_type: type }) => type === 'credit' || type === 'debit')
        .map((line) => [line.transaction_type, line.description, line.amount]);
    },
    check: async (by: Person, { username }: Pick<Person, 'username'>) =>
      (await client('GET /subscriptions/check', { query: { creator: username } }, by)).data,
    subscribersOf: (creator: Poster) => subscribersOf(database, creator.userId),
    /** Connects both users' shells. Returns the events that each received. */
    async connectShells(people: readonly Person[]) {
      const shells = await Promise.all(people.map((user) => connectShell(user)));
      return (event: 'new_subscriber' | 'subscriber_removed') => shells.map((shell) => shell.all(event));
    },
    /** Throws if the ledger check finds an inconsistency. */
    checkLedger: async () =>
      createLedgerCommands(database, salesChecks)['ledger']?.run(['check'], () => undefined),
    /** Runs the hourly job concurrently, `times` times. */
    endExpired: (times = 1) =>
      database.transaction(async (tx) => {
        for (let time = 0; time < times; time += 1)
          await app.jobs.enqueue(tx, 'creators.ended-subscriptions', null);
      }),
  };
}

/** Returns the number of days until a time, rounded. */
export const daysUntil = (moment: string): number =>
  Math.round((Date.parse(moment) - Date.now()) / 86_400_000);
