import type { PushPayload } from '@adda/contract/push';
import { t } from '@lingui/core/macro';
import { inBurst } from '../platform/alert-burst.ts';
import { placeAt } from '../platform/conversation-place.ts';
import { deviceState } from '../platform/device-state.ts';
import { targetOf, type NotificationTarget } from '../platform/shown-notifications.ts';
import type { ShownOptions, WorkerScope } from './worker-types.ts';

/** Vibration of a notification, in ms; the same as that of an open page. */
const VIBRATION: readonly number[] = [60];

/** What every notification of this app looks like. */
export const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' } as const;

/** What can be done with a message from its notification (PN-03). */
const actionsOf = (place: ReturnType<typeof placeAt>): ShownOptions['actions'] =>
  place && [
    { action: 'reply', title: t`Reply`, type: 'text', placeholder: t`Your message` },
    { action: 'read', title: t`Mark read` },
  ];

/** Whether a notification that is shown already says the same: the push service may deliver a push twice. */
async function isShown(scope: WorkerScope, { tag, body, message_id }: PushPayload): Promise<boolean> {
  const shown = await scope.registration.getNotifications({ tag });
  return shown.some(
    (notification) => notification.body === body && targetOf(notification).messageId === message_id,
  );
}

/** How a notification alerts: silently if it is not the first of its burst, or if the page is in view (PN-04, SE-02). */
async function alertOf(isFirst: boolean): Promise<Pick<ShownOptions, 'silent' | 'vibrate'>> {
  const { sound, vibration } = (await deviceState.get('alerts')) ?? { sound: true, vibration: true };
  // A browser refuses a silent notification that vibrates.
  return isFirst && sound ? { silent: false, vibrate: vibration ? VIBRATION : [] } : { silent: true };
}

/** Shows what was pushed; a push of the same tag takes the place of the former one. `over` resolves when its burst is over. */
export async function showPushed(
  scope: WorkerScope,
  payload: PushPayload,
  isInView: boolean,
): Promise<{ over: Promise<unknown> }> {
  const { title, body, tag, url, message_id: messageId } = payload;
  const isKnown = await isShown(scope, payload);
  const data: NotificationTarget = { url, ...(messageId !== undefined && { messageId }) };
  const actions = messageId === undefined ? undefined : actionsOf(placeAt(url));
  const show = async (isFirst: boolean) => {
    const alert = await alertOf(isFirst);
    const options = { ...look, ...alert, body, tag, renotify: alert.silent === false, data };
    await scope.registration.showNotification(title, actions ? { ...options, actions } : options);
  };
  if (!isInView && !isKnown) return inBurst(show);
  await show(false);
  return { over: Promise.resolve() };
}

/** Says in its notification that a reply could not be sent now. */
export const showUnsent = (scope: WorkerScope, { title, tag, data }: Notification): Promise<void> =>
  scope.registration.showNotification(title, {
    ...look,
    tag,
    data,
    silent: true,
    body: t`Your reply isn’t sent yet. Open the chat to send it.`,
  });
