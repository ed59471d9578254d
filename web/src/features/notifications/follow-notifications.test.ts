import type { Notification } from '@adda/contract/notifications';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { followNotifications } from './index.ts';
import { notificationKeys } from './notifications.queries.ts';

const warning: Notification = {
  notification_id: 'a'.repeat(24),
  kind: 'warning',
  text: 'Please be kind.',
  about: null,
  sanction_id: null,
  group_id: null,
  invite_code: null,
  created_at: '2026-11-22T10:00:00.000Z',
  is_read: false,
};

describe('live notifications', () => {
  it('a notification received twice is reported once, and cached data is refetched', () => {
    const client = new QueryClient();
    client.setQueryData(notificationKeys.list, { notifications: [] });
    const { connection, say, listeners } = createShellConnection();
    const onNew = vi.fn();
    const stop = followNotifications(connection, client, onNew);
    say('notification', warning);
    say('notification', warning);
    expect(onNew).toHaveBeenCalledExactlyOnceWith(warning);
    expect(client.getQueryState(notificationKeys.list)?.isInvalidated).toBe(true);
    stop();
    expect(listeners()).toBe(0);
  });

  it('R-04: a reconnect refetches data that may have changed meanwhile', () => {
    const client = new QueryClient();
    client.setQueryData(notificationKeys.list, { notifications: [] });
    client.setQueryData(notificationKeys.announcements, { announcements: [] });
    const { connection, connect } = createShellConnection();
    const stop = followNotifications(connection, client, () => {});
    connect(false);
    expect(client.getQueryState(notificationKeys.list)?.isInvalidated).toBe(false);
    connect(true);
    expect(client.getQueryState(notificationKeys.list)?.isInvalidated).toBe(true);
    expect(client.getQueryState(notificationKeys.announcements)?.isInvalidated).toBe(true);
    stop();
  });
});
