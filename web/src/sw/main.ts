import { sync } from './outbox-sync.ts';
import { pressed } from './presses.ts';
import { receivePush } from './pushes.ts';
import { receiveShare } from './shared-forms.ts';
import { renewSubscription } from './subscriptions.ts';
import type { WorkerScope } from './worker-types.ts';

// TypeScript has no library for both pages and workers.
const scope = globalThis as unknown as WorkerScope;

// It holds no files of the app: the newest may take the place of the running one at once.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('fetch', receiveShare);
scope.addEventListener('push', (event) => event.waitUntil(receivePush(scope, event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(pressed(scope, event)));
scope.addEventListener('sync', (event) => event.waitUntil(sync(event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
