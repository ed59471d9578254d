import type { Client } from '../test/client.ts';
import { expectDone } from './expect-done.ts';
import { canPay, payAtSandbox } from './spend-coins.ts';
import type { Person } from './talk.ts';

type Options = { readonly client: Client };

const PLANS = [
  { name: 'Front row', amount: 4.99, validity_days: 30, description: 'Everything I lock, for a month' },
  { name: 'Just looking', amount: 1.5, validity_days: 7, description: 'A week, to see whether you like it' },
];

/** Creates the sellers' plans, subscriptions to them, and follows for all users. */
export async function gatherAudience(
  { client }: Options,
  people: readonly Person[],
  sellers: readonly Person[],
): Promise<void> {
  for (const seller of sellers) await offerPlans(client, seller);
  await follow(client, people);
  if (!(await canPay(client))) return;
  for (const { subscriber, seller } of subscriptionsOf(people, sellers))
    await subscribe(client, subscriber, seller);
}

/** Returns the subscriptions: some users for each seller; the first user subscribes to one of them. */
function subscriptionsOf(people: readonly Person[], sellers: readonly Person[]) {
  return sellers.flatMap((seller, index) =>
    people
      .filter((person, n) => person !== seller && n % 9 === index && n < 60)
      .concat(index === 1 ? people.slice(0, 1) : [])
      .map((subscriber) => ({ subscriber, seller })),
  );
}

/** Pays for the seller's cheapest plan through the checkout; idempotent. */
async function subscribe(client: Client, subscriber: Person, seller: Person): Promise<void> {
  const query = { creator: seller.username };
  const [plan] = (await client('GET /subscriptions/plans/list', { query }, subscriber)).data;
  if (!plan) return;
  const order = await client(
    'POST /subscriptions/subscribe',
    { query: { plan_id: plan.plan_id } },
    subscriber,
  );
  if (order.status !== 200) return expectDone(order, ['already_subscribed']);
  const body = { payment_id: await payAtSandbox(client, order.data.order_id) };
  const params = { subscription_id: order.data.subscription_id };
  expectDone(await client('POST /razorpay/verify-payment/:subscription_id', { params, body }, subscriber));
}

async function offerPlans(client: Client, seller: Person): Promise<void> {
  const query = { creator: seller.username };
  const { data: plans } = await client('GET /subscriptions/plans/list', { query }, seller);
  if (plans.length > 0) return;
  for (const plan of PLANS)
    expectDone(await client('POST /subscriptions/plan', { body: { ...plan, ...query } }, seller));
}

/** Creates the follows: the first user follows twelve users, every other of the first sixty two or three. */
async function follow(client: Client, people: readonly Person[]): Promise<void> {
  const follows = people.slice(0, 60).flatMap((person, n) => {
    const steps = n === 0 ? Array.from({ length: 12 }, (_, step) => step + 1) : [n % 7, n % 11, n % 13];
    return [...new Set(steps)].map((step) => ({ person, followed: people[n === 0 ? step : step * 2] }));
  });
  for (const { person, followed } of follows) {
    if (!followed || followed === person) continue;
    const query = { target_username: followed.username };
    const response = await client('POST /subscriptions/follow', { query }, person);
    expectDone(response, ['already_following']);
  }
}
