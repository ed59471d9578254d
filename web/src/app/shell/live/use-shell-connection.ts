import { useQueryClient } from '@tanstack/react-query';
import type { Notification } from '@adda/contract/notifications';
import { useEffect, useEffectEvent } from 'react';
import { followActivity } from '../../../features/activity/index.ts';
import { connectCreatorRooms } from '../../../features/creators/index.ts';
import { followNotifications } from '../../../features/notifications/index.ts';
import { applyCreatorEvent, catchUpWithCreators } from '../../../features/profiles/index.ts';
import { followShown } from '../../../features/push/index.ts';
import { followMembership } from '../../../features/rooms/index.ts';
import { followSessionEnd } from '../../../platform/follow-session-end.ts';
import { keepCopies } from '../../../platform/offline-copies.ts';
import { closeShellConnection, shellConnection } from '../../../platform/realtime.ts';
import { useSession } from '../../../platform/use-session.ts';
import { followLiveUpdates, type LiveUpdateHandlers } from './follow-live-updates.ts';

/** Delay before the connection opens, in ms, so that the main screen can render first. */
const CONNECT_DELAY_MS = 1500;

type ShellHandlers = Omit<LiveUpdateHandlers, 'client' | 'account'> & {
  /** An operator's notification for the user arrived. */
  onNotification: (notification: Notification) => void;
};

/** Keeps the main screen's connection open while a session exists, and applies its updates. */
export function useShellConnection(handlers: ShellHandlers): void {
  const client = useQueryClient();
  const account = useSession()?.username;
  const onMessage = useEffectEvent(handlers.onMessage);
  const onMoreUnread = useEffectEvent(handlers.onMoreUnread);
  const onCoins = useEffectEvent(handlers.onCoins);
  const onNotification = useEffectEvent(handlers.onNotification);
  useEffect(() => {
    if (account === undefined) return undefined;
    const stops = [keepCopies(client, account)];
    const connect = () => {
      const connection = shellConnection();
      stops.push(
        followSessionEnd(connection, account),
        followMembership(connection, client),
        followActivity(connection, client),
        followShown(connection),
        followNotifications(connection, client, (notification) => onNotification(notification)),
        connectCreatorRooms(connection, {
          hear: (event) => applyCreatorEvent(client, account, event),
          catchUp: () => catchUpWithCreators(client),
        }),
        // An effect event must be called from a function that the effect itself creates.
        followLiveUpdates(connection, {
          client,
          account,
          onMessage: (message) => onMessage(message),
          onMoreUnread: () => onMoreUnread(),
          onCoins: (coins) => onCoins(coins),
        }),
      );
    };
    const timer = setTimeout(connect, CONNECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      closeShellConnection();
    };
  }, [client, account]);
}
