import { askForSync } from '../features/messages/outbox/index.ts';
import { placeAt, sequenceOf } from '../platform/conversation-place.ts';
import { openMessage } from '../platform/page-messages.ts';
import { targetOf } from '../platform/shown-notifications.ts';
import { showUnsent } from './notifications.ts';
import { sendReply } from './replies.ts';
import { callServer } from './worker-calls.ts';
import type { PressEvent, WindowClient, WorkerScope } from './worker-types.ts';

/** A page that is not asleep and has loaded its code answers within this time, in ms. */
const ANSWERED_WITHIN_MS = 1000;

/** Asks a page to open a path; resolves with whether it does. */
function openIn(page: WindowClient, url: string): Promise<boolean> {
  const { port1: answers, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answers.addEventListener('message', () => resolve(true), { once: true });
  answers.start();
  page.postMessage(openMessage(url), [port2]);
  setTimeout(() => resolve(false), ANSWERED_WITHIN_MS);
  return promise.finally(() => answers.close());
}

/** Opens a path in the page that is open, without a reload, otherwise in a new one. */
async function open(scope: WorkerScope, url: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  // Some browsers give no focus to a page that they put to sleep.
  await page?.focus().catch(() => undefined);
  if (!page || !(await openIn(page, url))) await scope.clients.openWindow(url);
}

/** Reads the conversation up to the message that was pushed. */
async function markRead({ url, messageId }: ReturnType<typeof targetOf>): Promise<void> {
  const place = placeAt(url);
  const upTo = messageId === undefined ? undefined : sequenceOf(messageId);
  if (place === undefined || upTo === undefined) return;
  await callServer({ method: 'POST', path: '/conversations/read', body: { ...place, up_to: upTo } });
}

/** Sends the words that were typed into a notification, and says so if they wait. */
async function reply(scope: WorkerScope, notification: Notification, text: string): Promise<void> {
  const target = targetOf(notification);
  const place = placeAt(target.url);
  if (place === undefined) return;
  if (await sendReply(place, text)) await markRead(target);
  else {
    await askForSync(scope.registration);
    await showUnsent(scope, notification);
  }
}

/** Handles a press on a notification: opens its place, replies, or marks it as read (PN-03). */
export async function pressed(scope: WorkerScope, event: PressEvent): Promise<void> {
  const { notification, action } = event;
  const text = event.reply?.trim() ?? '';
  notification.close();
  if (action === 'read') await markRead(targetOf(notification));
  // A browser that can't take words opens the place, where they can be typed.
  else if (action === 'reply' && text !== '') await reply(scope, notification, text);
  else await open(scope, targetOf(notification).url);
}
