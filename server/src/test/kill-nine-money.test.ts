import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { GIFTS, type GiftType } from '@adda/contract/gifts';
import { createClient, type Answer, type Client } from './client.ts';
import { about, KILLS, startOwnServer } from './kill-nine.fixture.ts';
import { PUSH_KEYS, SHORT_LIVED, type ServerProcess } from './server-process.fixture.ts';

/** Number of commands in total, and of concurrent workers; `COMMANDS=10000 KILLS=50` is the long run. */
const COMMANDS = Number(process.env['COMMANDS'] ?? 240);
const WORKERS = 16;
const PEOPLE = 8;
const SHORTEST_LIFE_MS = 300;
const LONGEST_LIFE_MS = 2500;
const RETRY_MS = 50;
const SERVER_FAILED = 500;
const MAIL_WAIT = { timeout: 20_000, interval: 100 };
/** A payment made during a crash is credited within a minute after recovery. */
const CREDIT_WAIT = { timeout: 60_000, interval: 500 };

type Person = { readonly username: string; readonly token: string };
type Dataset = {
  readonly server: ServerProcess;
  readonly client: Client;
  readonly people: readonly Person[];
  readonly groupId: string;
  readonly planIds: ReadonlyMap<string, string>;
};

/** Retries until the server responds: it may be down at the moment. */
async function retryUntilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < SERVER_FAILED) return answer;
    await delay(RETRY_MS);
  }
}

const oneOf = <T>(list: readonly T[]): T => {
  const chosen = list[randomInt(list.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
};

/** Confirms an e-mail address with the mailed link. */
async function confirmEmail({ server, client }: Pick<Dataset, 'server' | 'client'>, email: string) {
  const token = await vi.waitFor(() => {
    const mails = globSync('outbox/*.eml', { cwd: server.dataDir }).map((file) =>
      readFileSync(join(server.dataDir, file), 'utf8').replaceAll('=\r\n', ''),
    );
    const mail = mails.find((text) => text.includes(email));
    const found = /[?&]token=(?:3D)?([\w.-]+)/.exec(mail ?? '')?.[1];
    if (found === undefined) throw new Error('no mail yet');
    return found;
  }, MAIL_WAIT);
  await client('POST /auth/verify-email', { body: { token } });
}

async function openDataset(server: ServerProcess): Promise<Dataset> {
  const client = createClient(server.url);
  const people: Person[] = [];
  const planIds = new Map<string, string>();
  for (let count = 0; count < PEOPLE; count += 1) {
    const username = `asha.${count}`;
    const email = `${username}@example.org`;
    const body = { username, email, password: 'warm chai at dusk', ...about };
    const person = { username, token: (await client('POST /auth/register', { body })).data.access_token };
    await confirmEmail({ server, client }, email);
    const plan = { name: 'Everything', amount: 4.99, validity_days: 30, creator: username };
    const made = await client('POST /subscriptions/plan', { body: plan }, person);
    planIds.set(username, made.data.plan_id);
    people.push(person);
  }
  const [first, ...others] = people;
  const room = await client('POST /groupchat/groups/create', { body: { name: 'Rooftop' } }, first);
  const groupId = room.data.group_id;
  for (const person of others)
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, person);
  return { server, client, people, groupId, planIds };
}

/** Pays an order at the sandbox's checkout. */
async function pay(server: ServerProcess, orderId: string, outcome: 'success' | 'failure'): Promise<string> {
  const client = createClient(server.url);
  const paid = await retryUntilAnswered(() =>
    client('POST /sandbox/pay/:order_id', { params: { order_id: orderId }, body: { outcome } }),
  );
  return (paid.status === 200 && paid.data.payment_id) || orderId;
}

/** Paid orders: each has to be credited exactly once. */
type Paid = { readonly recharges: Map<string, Person>; readonly subscriptions: Map<string, Person> };

const commands = {
  async recharge({ server, client }: Dataset, by: Person, { recharges }: Paid) {
    const body = { amount: 200, payment_gateway: oneOf(['razorpay', 'paypal']) };
    const order = await retryUntilAnswered(() => client('POST /recharge/order', { body }, by));
    const { order_id: orderId } = order.data;
    const paymentId = await pay(server, orderId, 'success');
    recharges.set(orderId, by);
    if (randomInt(2) === 0) return; // the client does not verify: a webhook or the job credits it
    const params = { order_id: orderId };
    await retryUntilAnswered(() =>
      client('POST /recharge/verify-payment/:order_id', { params, body: { payment_id: paymentId } }, by),
    );
  },
  async failedRecharge({ server, client }: Dataset, by: Person) {
    const order = await retryUntilAnswered(() =>
      client('POST /recharge/order', { body: { amount: 10_000 } }, by),
    );
    await pay(server, order.data.order_id, 'failure');
    await retryUntilAnswered(() =>
      client('GET /recharge/payment/status/:order_id', { params: { order_id: order.data.order_id } }, by),
    );
  },
  async subscribe({ server, client, people, planIds }: Dataset, by: Person, { subscriptions }: Paid) {
    const query = {
      plan_id: planIds.get(oneOf(people).username) ?? '',
      payment_gateway: oneOf(['razorpay', 'paypal']),
    };
    const order = await retryUntilAnswered(() => client('POST /subscriptions/subscribe', { query }, by));
    if (order.status !== 200) return;
    await pay(server, order.data.order_id, 'success');
    subscriptions.set(order.data.order_id, by);
  },
  async gift({ client, people, groupId }: Dataset, by: Person) {
    const kinds = Object.keys(GIFTS) as GiftType[]; // the keys of an object that has no others
    const body = {
      group_id: groupId,
      recipient_username: oneOf(people.filter((person) => person !== by)).username,
      gift_type: oneOf(kinds),
      client_gift_id: randomBytes(8).toString('hex'),
    };
    await retryUntilAnswered(() => client('POST /groupchat/groups/send-gift', { body }, by));
  },
  async spin({ client }: Dataset, by: Person) {
    await retryUntilAnswered(() => client('POST /wallet/spin', {}, by));
  },
  async watchAd({ client }: Dataset, by: Person) {
    await retryUntilAnswered(() => client('POST /wallet/ad-click', { body: { adType: 'banner1' } }, by));
    await retryUntilAnswered(() =>
      client('POST /wallet/ad-reward', { body: { adType: 'banner1', amount: 1 } }, by),
    );
  },
  async payout({ client }: Dataset, by: Person) {
    await retryUntilAnswered(() => client('POST /wallet/request-payout', { body: { amount: 500 } }, by));
  },
} satisfies Record<string, (dataset: Dataset, by: Person, paid: Paid) => Promise<void>>;

/** Returns the sum of a user's whole history, in coins. */
async function sumOfHistory(client: Client, person: Person): Promise<number> {
  let sum = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await client('GET /wallet/history', { query: { page, page_size: 100 } }, person);
    pages = data.total_pages;
    for (const { transaction_type: type, amount } of data.history)
      sum += type === 'debit' || type === 'gift_sent' ? -amount : amount;
  }
  return Math.round(sum * 100) / 100;
}

/** Runs `npm run admin -- ledger check` on the running server. Returns its exit code and output. */
async function checkLedger({ dataDir, databaseUrl }: ServerProcess): Promise<string> {
  const admin = join(import.meta.dirname, '../admin.ts');
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret for tests that kill the server',
    ...PUSH_KEYS,
    DATABASE_URL: databaseUrl ?? '',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [...SHORT_LIVED, admin, 'ledger', 'check'], {
    env,
  });
  return stdout;
}

it(
  `R-01 R-08 R-09 R-12: the ledger stays consistent after ${COMMANDS} random commands of ${WORKERS} workers and ${KILLS} kill -9`,
  { timeout: 180_000 + COMMANDS * 100 + KILLS * 20_000 },
  async () => {
    const server = await startOwnServer();
    const dataset = await openDataset(server);
    const { client } = dataset;
    const paid: Paid = { recharges: new Map(), subscriptions: new Map() };
    const kinds = Object.values(commands);
    let begun = 0;
    const work = Promise.all(
      Array.from({ length: WORKERS }, async () => {
        while (begun < COMMANDS) {
          begun += 1;
          await oneOf(kinds)(dataset, oneOf(dataset.people), paid);
        }
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(randomInt(SHORTEST_LIFE_MS, LONGEST_LIFE_MS));
      await server.kill();
      await server.restart();
    }
    await work;

    await vi.waitFor(async () => {
      for (const [orderId, person] of paid.recharges) {
        const { data } = await client(
          'GET /recharge/payment/status/:order_id',
          { params: { order_id: orderId } },
          person,
        );
        expect(data.status).toBe('paid');
      }
    }, CREDIT_WAIT);
    await vi.waitFor(async () => expect(await checkLedger(server)).toContain('ok'), CREDIT_WAIT);
    for (const person of dataset.people) {
      const { data } = await client('GET /wallet/balance', {}, person);
      expect(data.balance).toBeGreaterThanOrEqual(0);
      expect(await sumOfHistory(client, person)).toBe(data.balance);
    }
  },
);
