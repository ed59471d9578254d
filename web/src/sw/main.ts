import { TAKE_OVER } from '../platform/page-messages.ts';
import { answerWithKept } from './app-answers.ts';
import { keepFiles, takeOver, type AppFiles } from './app-files.ts';
import { sync } from './outbox-sync.ts';
import { pressed } from './presses.ts';
import { receivePush } from './pushes.ts';
import { receiveShare } from './shared-forms.ts';
import { renewSubscription } from './subscriptions.ts';
import type { WorkerScope } from './worker-types.ts';

// TypeScript has no library for both pages and workers.
const scope = globalThis as unknown as WorkerScope;

declare const __APP_FILES__: AppFiles;
/** The files of this version, which the build lists (web/build/app-files.ts). */
const files = __APP_FILES__;

// An update waits until no page is open, or one asks for it (PN-01).
scope.addEventListener('install', (event) => event.waitUntil(keepFiles(files)));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, files)));
scope.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(scope.skipWaiting());
});
scope.addEventListener('fetch', receiveShare);
scope.addEventListener('fetch', (event) => answerWithKept(scope, event, files));
scope.addEventListener('push', (event) => event.waitUntil(receivePush(scope, event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(pressed(scope, event)));
scope.addEventListener('sync', (event) => event.waitUntil(sync(event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
