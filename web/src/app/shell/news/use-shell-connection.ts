import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { followCreatorRooms } from '../../../features/creators/index.ts';
import { applyCreatorEvent, catchUpWithCreators } from '../../../features/profiles/index.ts';
import { followMembership } from '../../../features/rooms/index.ts';
import { closeShellConnection, shellConnection, type ShellConnection } from '../../../platform/realtime.ts';
import { session } from '../../../platform/session.ts';
import { useSession } from '../../../platform/use-session.ts';
import { followNews, type NewsOffer } from './follow-news.ts';

/** How long the main screen has to itself before its connection is made. */
const QUIET_MS = 1500;

/**
 * Leaves when the server says that this session has ended elsewhere. An upgrade in this browser brings its own
 * new session.
 */
const followSessionEnd = (connection: ShellConnection, username: string) =>
  connection.on('session_ended', ({ reason }) => {
    if (reason === 'upgraded' || session.current()?.username !== username) return;
    session.end({ reason: reason === 'logged_out' ? 'logged-out' : 'expired', landing: '/' });
  });

/** Keeps the main screen's connection while somebody is logged in, and follows what it tells. */
export function useShellConnection(offer: Omit<NewsOffer, 'client' | 'account'>): void {
  const client = useQueryClient();
  const account = useSession()?.username;
  const openUser = useEffectEvent(offer.openUser);
  const onMessage = useEffectEvent(offer.onMessage);
  const onMoreUnread = useEffectEvent(offer.onMoreUnread);
  const onCoins = useEffectEvent(offer.onCoins);
  useEffect(() => {
    if (account === undefined) return undefined;
    const stops: (() => void)[] = [];
    const connect = () => {
      const connection = shellConnection();
      stops.push(
        followSessionEnd(connection, account),
        followMembership(connection, client),
        followCreatorRooms(connection, {
          hear: (event) => applyCreatorEvent(client, account, event),
          catchUp: () => catchUpWithCreators(client),
        }),
        // An effect event is called through a function of the effect itself.
        followNews(connection, {
          client,
          account,
          openUser: () => openUser(),
          onMessage: (message) => onMessage(message),
          onMoreUnread: () => onMoreUnread(),
          onCoins: (coins) => onCoins(coins),
        }),
      );
    };
    const timer = setTimeout(connect, QUIET_MS);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      closeShellConnection();
    };
  }, [client, account]);
}
