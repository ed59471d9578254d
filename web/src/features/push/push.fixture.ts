import { onTestFinished, vi } from 'vitest';

/** The key of the test's server, as `GET /push/key` tells it. */
export const SERVER_KEY = btoa(`\u0004${'k'.repeat(64)}`).replace(/=+$/, '');

/** The body with which the browser of {@link installPush} subscribes. */
export const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'a-point', auth: 'a-secret' },
} as const;

type Options = {
  /** What the user has answered before, and what they answer to the browser's question. */
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  /** The push service can't be reached. */
  isUnreachable?: boolean;
};

type Closable = { readonly data: unknown; close(): void };

/**
 * Gives the simulated browser what happy-dom lacks: a service worker, a push service and notifications. Returns what happened there.
 */
export function installPush({ permission = 'default', answer = 'granted', isUnreachable }: Options = {}) {
  const state = { permission, isUnreachable };
  let held: object | null = null;
  let shown: Closable[] = [];
  const unsubscribe = vi.fn(() => {
    held = null;
    return Promise.resolve(true);
  });
  const subscribe = vi.fn(({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    if (state.isUnreachable) return Promise.reject(new DOMException('no push service', 'AbortError'));
    const options = { applicationServerKey: applicationServerKey.buffer };
    held = { ...SUBSCRIPTION, options, toJSON: () => SUBSCRIPTION, unsubscribe };
    return Promise.resolve(held);
  });
  const registration = {
    getNotifications: () => Promise.resolve(shown),
    pushManager: { subscribe, getSubscription: () => Promise.resolve(held) },
  };
  const register = vi.fn(() => Promise.resolve(registration));
  const serviceWorker = {
    register,
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  const requestPermission = vi.fn(() => {
    state.permission = answer;
    return Promise.resolve(answer);
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission,
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    vi.unstubAllGlobals();
  });
  return {
    state,
    subscribe,
    unsubscribe,
    register,
    requestPermission,
    isSubscribed: () => held !== null,
    /** Shows a notification that leads to `url`; a press is not simulated. */
    show(url: string): void {
      const notification = {
        data: { url },
        close: () => {
          shown = shown.filter((other) => other !== notification);
        },
      };
      shown = [...shown, notification];
    },
    shown: () => shown.map(({ data }) => (data as { url: string }).url),
  };
}
