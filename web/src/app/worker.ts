import { followOwedLogOut } from '../features/accounts/index.ts';
import { followSession, startWorker } from '../features/push/index.ts';
import { shareDeviceSettings } from '../features/settings/index.ts';
import { readPageMessage } from '../platform/page-messages.ts';
import { sharedContent } from '../platform/shared-content.ts';
import { goToWith } from '../platform/use-go-to.ts';
import { router } from './router.ts';
import { followUpdates } from './worker-updates.ts';

/**
 * Starts the service worker (PN-01), gives it what it can't read itself, and opens what it asks for, without a reload: what was typed
 * stays. Loaded once the first screen has been idle.
 */
export function connectWorker(): void {
  const goTo = goToWith(router);
  followSession();
  followOwedLogOut();
  shareDeviceSettings();
  void sharedContent.removeOld();
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const message = readPageMessage(data);
    if (!message) return;
    // Without an answer the worker opens a new page.
    ports[0]?.postMessage('opened');
    goTo(message.url);
  });
  navigator.serviceWorker.startMessages();
  // A browser that refuses it goes on without; the settings say so when notifications are switched on.
  startWorker().then(followUpdates, () => undefined);
}
