import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import type { PushPayload } from '@adda/contract/push';
import type { PushBrowser } from '../server/src/features/push/push-service.fixture.ts';
import { expect } from './journey.ts';

/** What a notification in the browser shows, and where a press leads. */
export type ShownNotification = {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly url: string;
};

/**
 * Lets a browser subscribe at the push service of a test: Chromium reaches only Google's. The subscription has the keys of `browser`,
 * which decrypts what arrives; {@link deliver} hands it to the service worker, as the push service would.
 */
export async function subscribeAt(context: BrowserContext, { subscription }: PushBrowser): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((body) => {
    let isSubscribed = false;
    const made = (key: BufferSource | string | null | undefined) => ({
      endpoint: body.endpoint,
      options: { userVisibleOnly: true, applicationServerKey: ArrayBuffer.isView(key) ? key.buffer : null },
      toJSON: () => body,
      unsubscribe() {
        isSubscribed = false;
        return Promise.resolve(true);
      },
    });
    let last: ReturnType<typeof made> | null = null;
    Object.assign(PushManager.prototype, {
      subscribe(options: PushSubscriptionOptionsInit) {
        isSubscribed = true;
        last = made(options.applicationServerKey);
        return Promise.resolve(last);
      },
      getSubscription: () => Promise.resolve(isSubscribed ? last : null),
    });
  }, subscription);
}

/** The service worker of a context, once it runs. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: 30_000 });
}

/** Opens a session of the browser's own protocol, with the service worker of the app; it works as long as `page` is open. */
async function openWorkerSession(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registrations = new Map<string, string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: updated }) => {
    for (const { registrationId, scopeURL, isDeleted } of updated) {
      if (!isDeleted) registrations.set(new URL(scopeURL).origin, registrationId);
    }
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.size).toBeGreaterThan(0);
  const [[origin, registrationId] = ['', '']] = registrations;
  return { session, origin, registrationId };
}

/** Hands a push to the service worker. */
export type Pusher = (payload: PushPayload) => Promise<void>;

/** Returns how to push to the service worker, as long as `page` is open. */
export async function openPusher(page: Page): Promise<Pusher> {
  const { session, ...worker } = await openWorkerSession(page);
  return async (payload) => {
    await session.send('ServiceWorker.deliverPushMessage', { ...worker, data: JSON.stringify(payload) });
  };
}

/** Returns how to send the worker the event of a background sync (PN-01), as long as `page` is open. */
export async function openSyncer(page: Page): Promise<() => Promise<void>> {
  const { session, ...worker } = await openWorkerSession(page);
  return async () => {
    await session.send('ServiceWorker.dispatchSyncEvent', { ...worker, tag: 'outbox', lastChance: false });
  };
}

/** The notifications that the browser shows. */
export const shownIn = (worker: Worker): Promise<readonly ShownNotification[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: String(Object(data).url) }));
  });

/**
 * Pushes until the browser shows one notification. On a loaded machine the browser's protocol loses a push now and then; a push service
 * delivers again as well, and the same tag is shown once.
 */
export const pushUntilShown = (push: Pusher, worker: Worker, payload: PushPayload): Promise<void> =>
  expect(async () => {
    await push(payload);
    await expect.poll(() => shownIn(worker), { timeout: 5000 }).toHaveLength(1);
  }).toPass({ timeout: 30_000 });

/** Presses the newest notification, or one of its actions, and waits until the worker is done. */
export const pressIn = (worker: Worker, press: { action?: string; reply?: string } = {}): Promise<void> =>
  worker.evaluate(async ({ action = '', reply = null }) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (name: string, init: object) => Event;
      dispatchEvent(event: Event): boolean;
    };
    const notification = (await scope.registration.getNotifications()).at(-1);
    const event = new scope.NotificationEvent('notificationclick', { notification, action, reply });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    // The browser lets only its own events keep the worker running.
    Object.defineProperty(event, 'waitUntil', { value: resolve });
    scope.dispatchEvent(event);
    await promise;
  }, press);
