import type { PrivateMessage, UnreadCount } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import { pictureOf, picturesKey } from '../../../features/accounts/index.ts';
import { followRequests, requestsKey, unreadKeys } from '../../../features/direct/index.ts';
import { followInbox } from '../../../features/inbox/index.ts';
import { followDrafts, followMutes, unlessMuted } from '../../../features/messages/index.ts';
import { cacheAvailability } from '../../../features/settings/index.ts';
import { balanceQuery, cacheBalance, refetchWallet } from '../../../features/wallet/index.ts';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import type { ShellConnection } from '../../../platform/realtime.ts';

/** Number of message ids kept for deduplication: a message may arrive twice. */
const MAX_REMEMBERED_IDS = 200;

/** Callbacks for events that need the user's attention. */
export type LiveUpdateHandlers = {
  client: QueryClient;
  account: string;
  /** A private message to the user arrived, for the first time. */
  onMessage: (message: PrivateMessage) => void;
  /** The unread count grew: a message, or a whisper in a room. */
  onMoreUnread: () => void;
  /** This many coins were credited. */
  onCoins: (coins: number) => void;
};

/** Returns a filter that accepts each message once. */
function onlyOnce(): (message: PrivateMessage) => boolean {
  const seen = new Set<string>();
  return ({ _id: id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > MAX_REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}

/** The number of unread messages with those of muted conversations. */
const sumOf = ({ total, muted }: UnreadCount): number => total + muted;

/**
 * Keeps the people and message data of the main screen in sync with its connection, and refetches
 * after a connect the data that may have changed meanwhile. Returns the unsubscribe function.
 */
export function followLiveUpdates(
  connection: Pick<ShellConnection, 'on' | 'onState' | 'state'>,
  { client, account, onMessage, onMoreUnread, onCoins }: LiveUpdateHandlers,
): () => void {
  const isNew = onlyOnce();
  const reread = () => void invalidatePeople(client);
  const stops = [
    followInbox(connection, client),
    followRequests(connection, client),
    followDrafts(connection, client),
    connection.on('new_message', (message) => {
      if (message.sender === account || !isNew(message)) return;
      unlessMuted(client, message.sender, () => onMessage(message));
    }),
    followMutes(connection, client),
    connection.on('unread_count', (counts) => {
      const before = client.getQueryData<UnreadCount>(unreadKeys.count);
      // The response of a request that was sent before would bring back an earlier count.
      void client.cancelQueries({ queryKey: unreadKeys.count });
      client.setQueryData<UnreadCount>(unreadKeys.count, counts);
      void client.invalidateQueries({ queryKey: unreadKeys.list });
      // When a muting ends, its unread messages are counted, but none has arrived (GR-07).
      const isMore = before && sumOf(counts) > sumOf(before);
      if (isMore && counts.total > before.total) onMoreUnread();
    }),
    connection.on('blocked_notification', reread),
    connection.on('user_renamed', reread),
    connection.on('profile_updated', ({ username, profile_image_url: picture }) => {
      client.setQueryData(pictureOf(username).queryKey, picture);
      reread();
    }),
    connection.on('availability', ({ is_available: isAvailable }) => cacheAvailability(client, isAvailable)),
    connection.on('wallet_changed', (balance) => {
      const before = client.getQueryData(balanceQuery(account).queryKey)?.balance;
      cacheBalance(client, balance);
      if (before !== undefined && balance.balance > before) onCoins(balance.balance - before);
    }),
    connection.onState((state, isAgain) => {
      if (state !== 'connected') return;
      // Also after the first connect: a list that was requested before it lacks what arrived in between.
      for (const queryKey of [unreadKeys.all, requestsKey, picturesKey])
        void client.invalidateQueries({ queryKey });
      if (isAgain) void refetchWallet(client);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
