import type { PushPayload } from '@adda/contract/push';
import { onTestFinished, vi } from 'vitest';
import { deviceState } from '../platform/device-state.ts';
import { startTestServer, type RecordedRequest, type TestResponse } from '../test/answering-server.ts';
import type { PressEvent, ShownOptions, WindowClient, WorkerScope } from './worker-types.ts';

/** A notification that the browser shows. */
export type Shown = ShownOptions & { readonly title: string; readonly close: () => void };

/** What a page of the browser was told, and whether it got the focus. */
export type FakePage = WindowClient & { readonly told: unknown[]; hasFocus: boolean };

/** A page at an address. `answers`: it opens what it is asked to open. */
export function pageAt(
  url: string,
  given: Partial<Omit<WindowClient, 'id'>> & { answers?: boolean } = {},
): FakePage {
  const { answers = true, ...others } = given;
  const page: FakePage = {
    id: url,
    url: `${location.origin}${url}`,
    focused: false,
    visibilityState: 'visible',
    told: [],
    hasFocus: false,
    focus() {
      page.hasFocus = true;
      return Promise.resolve();
    },
    postMessage(message, [port] = []) {
      page.told.push(message);
      if (answers) (port as MessagePort | undefined)?.postMessage('opened');
    },
    ...others,
  };
  return page;
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/**
 * Returns the scope of a service worker with the state of a browser in which asha switched notifications on, and a server. `exp` is when
 * the session expires, in seconds.
 */
export async function startWorkerScope(
  answer: (request: RecordedRequest) => TestResponse | undefined = () => undefined,
  { pages = [], exp = inAnHour() }: { pages?: FakePage[]; exp?: number } = {},
) {
  const server = await startTestServer((request) => answer(request) ?? { status: 404, body: {} });
  onTestFinished(server.close);
  location.href = `${server.url}/`;
  await deviceState.set('session', { account: 'asha', expiresAt: exp * 1000 });
  await deviceState.set('subscriber', 'asha');
  await deviceState.set('alerts', { sound: true, vibration: true });
  let shown: Shown[] = [];
  const showNotification = vi.fn((title: string, options: ShownOptions = {}) => {
    const notification: Shown = {
      ...options,
      title,
      close: () => {
        shown = shown.filter((other) => other !== notification);
      },
    };
    shown = [...shown.filter(({ tag }) => tag !== options.tag), notification];
    return Promise.resolve();
  });
  const opened: string[] = [];
  const scope = {
    registration: {
      showNotification,
      getNotifications: ({ tag }: { tag?: string } = {}) =>
        Promise.resolve(shown.filter((each) => tag === undefined || each.tag === tag)),
      pushManager: { subscribe: vi.fn() },
      navigationPreload: { enable: vi.fn(() => Promise.resolve()) },
    },
    clients: {
      matchAll: () => Promise.resolve(pages.map((page) => Object.assign(page, { url: page.url }))),
      openWindow: (url: string) => Promise.resolve(opened.push(url)),
      claim: () => Promise.resolve(),
    },
    navigator: { setAppBadge: vi.fn(() => Promise.resolve()) },
    skipWaiting: () => Promise.resolve(),
    addEventListener() {},
  };
  return {
    scope: scope as unknown as WorkerScope,
    subscribe: scope.registration.pushManager.subscribe,
    setAppBadge: scope.navigator.setAppBadge,
    /** What is shown now. */
    shown: () => shown,
    /** Every call, also of what was replaced or closed. */
    showNotification,
    opened,
    asked: (call: string) => server.seen.filter(({ method, path }) => `${method} ${path}` === call),
  };
}

/** What is pushed about a message of riya. */
export const payloadOf = (given: Partial<PushPayload> = {}): PushPayload => ({
  kind: 'message',
  tag: 'chat:riya',
  title: 'Riya',
  body: 'hello there',
  url: '/v1/chat/riya?m=7',
  count: 1,
  message_id: '2s-7',
  ...given,
});

const waitUntil = () => undefined;

/** The event of a push; anything but an object is no JSON. */
export const pushOf = (payload: unknown) => ({
  waitUntil,
  data: {
    json: (): unknown => {
      if (typeof payload !== 'object') throw new SyntaxError('no JSON');
      return payload;
    },
  },
});

/** The event of a press on a notification or on one of its actions. */
export const pressOn = (notification: Shown | undefined, action = '', reply?: string): PressEvent => {
  if (!notification) throw new Error('nothing is shown');
  return {
    waitUntil,
    notification: notification as unknown as Notification,
    action,
    ...(reply && { reply }),
  };
};
