import { api } from '../../platform/api.ts';
import { deviceState } from '../../platform/device-state.ts';
import { session } from '../../platform/session.ts';
import { userStorageKey } from '../../platform/user-storage.ts';
import { shareSession } from './share-session.ts';

/**
 * Whether this browser shows notifications: `unsupported` never; `home-screen` once the app is on it (iOS); `blocked` by the user
 * in the browser.
 */
export type PushState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on';

const WORKER = '/sw.js';

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Browsers of iOS offer notifications to apps on the home screen only. iPads call themselves Macs, but can be touched. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Where this browser remembers that the account switched notifications on. */
const choiceKey = (): string => userStorageKey('push', session.current()?.username ?? '', 'device');

function current(): PushState {
  if (!isSupported()) return isIos() ? 'home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(choiceKey()) !== null ? 'on' : 'off';
}

/** Starts the service worker, if it does not run yet. Rejects where the browser refuses it. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

/** Returns the bytes of the server's key (PN-02). */
const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** Whether a subscription was made with the server's present key. */
function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const held = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return held.length === key.length && held.every((byte, index) => byte === key[index]);
}

/** Subscribes this browser, and tells the server its address, which may be new. */
async function subscribe(): Promise<void> {
  const registration = await startWorker();
  const key = bytesOf((await api('GET /push/key')).public_key);
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !hasKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await api('POST /push/subscriptions', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
  await deviceState.set('subscriber', session.current()?.username);
  // Without it the worker shows nothing, and the page may be closed at once.
  await shareSession();
}

/** The subscription of this browser, without starting anything. */
async function held(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Notifications on this device: of one account, the one that is logged in (PN-02). */
export const devicePush = {
  /** The state now; a string, so that it is stable. */
  current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /**
   * Asks for the permission, unless it was given, and subscribes this browser. Does not reject if the user refuses. Throws ApiError,
   * or what the browser throws if it can't reach its push service.
   */
  async turnOn(): Promise<void> {
    try {
      if ((await Notification.requestPermission()) !== 'granted') return;
      await subscribe();
      localStorage.setItem(choiceKey(), '1');
    } finally {
      changed();
    }
  },
  /** Ends the subscription here and on the server. Throws ApiError. */
  async turnOff(): Promise<void> {
    const subscription = await held();
    if (subscription) {
      await api('DELETE /push/subscriptions', { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    await deviceState.set('subscriber', undefined);
    localStorage.removeItem(choiceKey());
    changed();
  },
  /** Subscribes again if notifications are on: the push service may have given another address, or the server another key. */
  async resume(): Promise<void> {
    if (current() === 'on') await subscribe();
  },
  /** Removes everything of the account from this browser; the log-out has ended the subscription on the server. */
  async forget(): Promise<void> {
    await deviceState.forget();
    if (!isSupported()) return;
    const registration = await navigator.serviceWorker.getRegistration();
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
    await (await held())?.unsubscribe();
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge();
    changed();
  },
};
