import type { InboxChanged } from '@adda/contract/inbox';
import { api } from '../../platform/api.ts';
import type { ShellConnection } from '../../platform/realtime.ts';
import { takeBack, takeBackRead } from '../../platform/shown-notifications.ts';

/** The registration whose notifications may be shown; undefined without permission to show any. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const mayShow = 'Notification' in globalThis && Notification.permission === 'granted';
  return mayShow && 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** The conversation that an event tells to be read or gone. */
function readIn(changed: InboxChanged): string | undefined {
  if ('removed' in changed) {
    return 'group_id' in changed.removed ? changed.removed.group_id : `@${changed.removed.username}`;
  }
  const { item } = changed;
  if (item.unread_count > 0) return undefined;
  return item.kind === 'room' ? item.group_id : `@${item.username}`;
}

const readUnread = () => api('GET /inbox', { query: { filter: 'unread' } }).catch(() => undefined); // the next connect asks again

/**
 * Takes back the notifications of conversations that are read, here or on another device, while the page is open (PN-03). Returns
 * the function that stops it.
 */
export function followShown(connection: Pick<ShellConnection, 'on' | 'onState'>): () => void {
  const stops = [
    connection.on('inbox_changed', (changed) => {
      const conversation = readIn(changed);
      if (conversation === undefined) return;
      void registered().then(
        (registration) => registration && takeBack(registration, (key) => key === conversation),
      );
    }),
    connection.onState((state) => {
      if (state !== 'connected') return;
      void registered().then((registration) => registration && takeBackRead(registration, readUnread));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
