import type { PrivateMessage, UnreadCount } from '@adda/contract/direct';
import type { QueryClient } from '@tanstack/react-query';
import { conversationsKey, followConversations, unreadKeys } from '../../../features/direct/index.ts';
import { holdAvailability } from '../../../features/settings/index.ts';
import { balanceQuery, holdBalance, rereadWallet } from '../../../features/wallet/index.ts';
import { rereadPeople } from '../../../platform/people-queries.ts';
import type { ShellConnection } from '../../../platform/realtime.ts';

/** So many ids of messages are remembered: the same one may come twice. */
const REMEMBERED = 200;

/** What is done about news that want somebody's attention. */
export type LiveUpdateOffer = {
  client: QueryClient;
  account: string;
  /** With whom a chat is open now, if with anybody. */
  openUser: () => string | undefined;
  /** A private message came for this person, for the first time. */
  onMessage: (message: PrivateMessage) => void;
  /** More waits to be read than before: a message, or a whisper in some room. */
  onMoreUnread: () => void;
  /** So many coins came in. */
  onCoins: (coins: number) => void;
};

/** Lets each message through once. */
function onlyOnce(): (message: PrivateMessage) => boolean {
  const seen = new Set<string>();
  return ({ _id: id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}

/**
 * Keeps everything that the main screen shows of people and messages up to date with its connection, and reads what
 * it may have missed whenever that is there again. Returns how to stop.
 */
export function followLiveUpdates(
  connection: Pick<ShellConnection, 'on' | 'onState' | 'state'>,
  { client, account, openUser, onMessage, onMoreUnread, onCoins }: LiveUpdateOffer,
): () => void {
  const isNew = onlyOnce();
  const reread = () => void rereadPeople(client);
  const stops = [
    followConversations(connection, client, () => ({ account, openUser: openUser() })),
    connection.on('new_message', (message) => {
      if (message.sender !== account && isNew(message)) onMessage(message);
    }),
    connection.on('unread_count', (counts) => {
      const before = client.getQueryData<UnreadCount>(unreadKeys.count)?.total;
      client.setQueryData<UnreadCount>(unreadKeys.count, counts);
      void client.invalidateQueries({ queryKey: unreadKeys.list });
      if (before !== undefined && counts.total > before) onMoreUnread();
    }),
    connection.on('blocked_notification', reread),
    connection.on('user_renamed', reread),
    connection.on('availability', ({ is_available: isAvailable }) => holdAvailability(client, isAvailable)),
    connection.on('wallet_changed', (balance) => {
      const before = client.getQueryData(balanceQuery(account).queryKey)?.balance;
      holdBalance(client, balance);
      if (before !== undefined && balance.balance > before) onCoins(balance.balance - before);
    }),
    connection.onState((state, isAgain) => {
      if (state !== 'connected') return;
      void client.invalidateQueries({ queryKey: unreadKeys.all });
      if (!isAgain) return;
      void client.invalidateQueries({ queryKey: conversationsKey });
      void rereadWallet(client);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
