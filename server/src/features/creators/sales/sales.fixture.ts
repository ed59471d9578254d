import { coinsOf } from '@adda/contract/kernel/money';
import type { PaymentGateway, SandboxOutcome } from '@adda/contract/payments';
import { expect } from 'vitest';
import type { Poster } from '../../feed/posts/posts.fixture.ts';
import { startPostActivity } from '../../feed/activity/post-activity.fixture.ts';
import { eventually, type Person } from '../../rooms/rooms.fixture.ts';
import { createLedgerCommands } from '../../wallet/index.ts';
import { offerPlan, subscribersOf } from '../creators.fixture.ts';
import { salesChecks } from './sales-check.ts';

/** An order of a subscription, as the call answered it. */
export type SubscriptionOrder = {
  readonly subscription_id: string;
  readonly order_id: string;
  readonly payment_gateway: PaymentGateway;
};

/** The application of the file (or, with settings, of the test) with people who sell and buy at the sandbox. */
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

  /** Orders, pays and verifies. */
  async function buy(by: Person, planId: string, gateway?: PaymentGateway) {
    const { data: ordered } = await order(by, planId, gateway);
    const paymentId = await pay(ordered.order_id);
    const verified = await verify(by, ordered, paymentId);
    return { ...ordered, paymentId, until: verified.data.expires_at };
  }

  /** How an order stands, and what the provider called its payment. */
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
    /** A plan at a price in cents; answers its public id. */
    sell: (by: Poster, terms: { cents?: number; days?: number; name?: string } = {}) =>
      offerPlan(database, by.userId, terms),
    /** Gives money back at the provider, all of it or so many minor units, and waits until it is noted. */
    async refund(orderId: string, amount?: number): Promise<void> {
      const before = await orderRow(orderId);
      const params = { payment_id: before.payment_id ?? '' };
      const body = amount === undefined ? {} : { amount };
      expect((await client('POST /sandbox/refund/:payment_id', { params, body })).status).toBe(200);
      await eventually(async () =>
        expect((await orderRow(orderId)).refunded).toBeGreaterThan(before.refunded),
      );
    },
    /** The coins that somebody has earned and not spent. */
    async earnedBy({ userId }: Poster): Promise<number> {
      const wallets = database.db.selectFrom('wallets').select('earned').where('user_id', '=', userId);
      return coinsOf((await wallets.executeTakeFirst())?.earned ?? 0);
    },
    /** What somebody's history says of sales, the newest first. */
    async linesOf(someone: Poster) {
      const { data } = await client('GET /wallet/history', { query: {} }, someone);
      return data.history
        .filter(({ transaction_type: type }) => type === 'credit' || type === 'debit')
        .map((line) => [line.transaction_type, line.description, line.amount]);
    },
    check: async (by: Person, { username }: Pick<Person, 'username'>) =>
      (await client('GET /subscriptions/check', { query: { creator: username } }, by)).data,
    subscribersOf: (creator: Poster) => subscribersOf(database, creator.userId),
    /** Both hear of each other on their own shells; answers what each heard of an event. */
    async listenTo(people: readonly Person[]) {
      const shells = await Promise.all(people.map((someone) => connectShell(someone)));
      return (event: 'new_subscriber' | 'subscriber_removed') => shells.map((shell) => shell.all(event));
    },
    /** Throws where the books are wrong. */
    checkBooks: async () =>
      createLedgerCommands(database, salesChecks)['ledger']?.run(['check'], () => undefined),
    /** Runs the hourly job, as often as told, at once. */
    endOver: (times = 1) =>
      database.transaction(async (tx) => {
        for (let time = 0; time < times; time += 1)
          await app.jobs.enqueue(tx, 'creators.ended-subscriptions', null);
      }),
  };
}

/** In how many days a moment is, rounded. */
export const daysUntil = (moment: string): number =>
  Math.round((Date.parse(moment) - Date.now()) / 86_400_000);
