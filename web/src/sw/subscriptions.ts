import { deviceState } from '../platform/device-state.ts';
import { callServer } from './worker-calls.ts';
import type { SubscriptionChangeEvent, WorkerScope } from './worker-types.ts';

/** Tells the server the new address of this browser after the push service replaced it (PN-02). */
export async function renewSubscription(scope: WorkerScope, event: SubscriptionChangeEvent): Promise<void> {
  if ((await deviceState.get('subscriber')) === undefined) return;
  const key = event.oldSubscription?.options.applicationServerKey;
  const subscription =
    event.newSubscription ??
    // Without the key the next start of the app subscribes again.
    (key &&
      (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!subscription) return;
  await callServer({ method: 'POST', path: '/push/subscriptions', body: subscription.toJSON() });
}
