import type { Notification } from '@adda/contract/notifications';
import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../platform/realtime.ts';
import { announcementsQuery, notificationKeys } from './notifications.queries.ts';

/**
 * Keeps the notifications and the banner in sync with the main screen's connection, and refetches them after
 * a reconnect. Returns the unsubscribe function.
 */
export function followNotifications(
  connection: Pick<ShellConnection, 'on' | 'onState'>,
  client: QueryClient,
  onNew: (notification: Notification) => void,
): () => void {
  let lastId: string | undefined;
  const reread = () => void client.invalidateQueries({ queryKey: notificationKeys.list });
  const stops = [
    connection.on('notification', (notification) => {
      reread();
      if (notification.notification_id === lastId) return; // it may arrive twice
      lastId = notification.notification_id;
      onNew(notification);
    }),
    connection.on('announcements', (now) => {
      void client.cancelQueries({ queryKey: notificationKeys.announcements });
      client.setQueryData(announcementsQuery.queryKey, now);
    }),
    connection.onState((state, isAgain) => {
      if (state !== 'connected' || !isAgain) return;
      reread();
      void client.invalidateQueries({ queryKey: notificationKeys.announcements });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
