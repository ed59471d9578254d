/** An event whose work keeps the worker running. */
type WorkEvent = { waitUntil(work: Promise<unknown>): void };

/** A message of the push service arrived (RFC 8030). */
export type PushEvent = WorkEvent & { readonly data: { json(): unknown } | null };

/** A notification or one of its actions was pressed; `reply` has the words typed into it. */
export type PressEvent = WorkEvent & {
  readonly notification: Notification;
  readonly action: string;
  readonly reply?: string | null;
};

/** The browser replaced or ended the subscription. */
export type SubscriptionChangeEvent = WorkEvent & {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/** A page of this app, or the browser on its way to one, sends a request. */
export type FetchEvent = WorkEvent & {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
};

/** An open page of this app. */
export type WindowClient = {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
};

/** What a notification can have beside the fields that TypeScript knows. */
export type ShownOptions = NotificationOptions & {
  renotify?: boolean;
  timestamp?: number;
  vibrate?: readonly number[];
  actions?: readonly { action: string; title: string; type?: 'button' | 'text'; placeholder?: string }[];
};

/** The browser can reach the network again; if the work fails, it sends the event again later. */
export type SyncEvent = WorkEvent & { readonly tag: string };

type Events = {
  install: WorkEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: PressEvent;
  pushsubscriptionchange: SubscriptionChangeEvent;
  sync: SyncEvent;
};

/** The part of the global scope of a service worker that this app uses: TypeScript has no library for both pages and workers. */
export type WorkerScope = {
  readonly registration: Pick<ServiceWorkerRegistration, 'active' | 'getNotifications' | 'pushManager'> & {
    /** Only in Chromium. */
    readonly sync?: { register(tag: string): Promise<void> };
    showNotification(title: string, options?: ShownOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly navigator: Pick<Navigator, 'setAppBadge'>;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};
