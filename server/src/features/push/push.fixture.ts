import { randomUUID } from 'node:crypto';
import type { Actor } from '../../platform/http/handler.ts';
import { sql } from 'kysely';
import { startTestApp } from '../../test/app.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import { PASSWORD, registration } from '../accounts/accounts.fixture.ts';
import { createBrowserKeys } from './push-crypto.fixture.ts';
import { startPushService, type PushBrowser, type SubscriptionBody } from './push-service.fixture.ts';
import type { PushMessage, Subscription } from './push.types.ts';

export type Person = Pick<Actor, 'userId' | 'username'> & { readonly token: string };

const about = { sex: 'female', birth_date: '2001-02-03', country: 'India', state: 'Kerala' } as const;

/** Settings of the application of a file; another node of it has the same. */
export const PUSH_SETTINGS = {
  JWT_SECRET: 'a secret for tests of pushes, long enough',
  PUSH_ALLOW_ADDRESSES: '127.0.0.0/8',
  VAPID_SUBJECT: 'mailto:ops@adda.example',
};

/** Starts an application of its own, with settings, and a push service that it may reach. The caller stops both. */
export async function openPush(settings: Record<string, string> = {}) {
  const service = await startPushService();
  const testApp = await startTestApp({ ...PUSH_SETTINGS, ...settings }, { pushServices: { ca: service.ca } });
  const { client, app } = testApp;
  const { db } = app.database;

  async function personOf({ username, access_token: token }: { username: string; access_token: string }) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(db);
    return { userId: rows[0]?.id ?? 0, username, token };
  }
  const person = async (): Promise<Person> =>
    personOf((await client('POST /auth/register', { body: registration() })).data);

  async function admin(): Promise<Person> {
    const someone = await person();
    await sql`UPDATE users SET role = 'admin' WHERE id = ${someone.userId}`.execute(db);
    return someone;
  }

  const subscribe = (someone: Pick<Person, 'token'>, body: SubscriptionBody) =>
    client('POST /push/subscriptions', { body }, someone);
  const subscriptionsOf = ({ userId }: Person) => app.push.subscriptions.listOf([userId]);

  /** Subscribes a new browser of the user. */
  async function browserOf(someone: Person): Promise<PushBrowser & { readonly stored: Subscription }> {
    const browser = service.browser();
    await subscribe(someone, browser.subscription);
    const stored = (await subscriptionsOf(someone)).at(-1);
    if (!stored) throw new Error('not subscribed');
    return { ...browser, stored };
  }

  return {
    ...testApp,
    db,
    service,
    person,
    admin,
    guest: async (): Promise<Person> => personOf((await client('POST /auth/guest', { body: about })).data),
    /** Logs the user in once more. */
    login: async ({ username }: Person): Promise<Person> =>
      personOf((await client('POST /auth/login', { body: { username, password: PASSWORD } })).data),
    subscribe,
    unsubscribe: (someone: Person, endpoint: string) =>
      client('DELETE /push/subscriptions', { body: { endpoint } }, someone),
    subscriptionsOf,
    endpointsOf: async (someone: Person) => (await subscriptionsOf(someone)).map(({ endpoint }) => endpoint),
    browserOf,
    send: (subscription: Subscription, message: Partial<PushMessage> = {}) =>
      app.push.sender.send(subscription, { payload: pushPayload(), ttlSeconds: 3600, ...message }),
    async stop() {
      await testApp.stop();
      await service.close();
    },
  };
}

/** The body of a subscription at a push service that does not exist. */
export const createBody = (endpoint = `https://push.example/${randomUUID()}`): SubscriptionBody => ({
  endpoint,
  keys: createBrowserKeys().keys,
});

/** A push about a message of Asha. */
export const pushPayload = (values: Partial<PushMessage['payload']> = {}): PushMessage['payload'] => ({
  kind: 'message',
  tag: 'chat asha',
  title: 'Asha',
  body: 'Namaste, are you there?',
  url: '/v1/chat/asha',
  count: 1,
  message_id: 'a1b2c3',
  ...values,
});

/** Starts the application of the file and a push service that it may reach. */
export const startPush = oncePerFile(
  () => openPush(),
  ({ stop }) => stop(),
);
