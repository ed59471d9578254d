import type { UnreadCount } from '@adda/contract/direct';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestsKey, unreadKeys } from '../../../features/direct/index.ts';
import { inboxKey } from '../../../features/inbox/index.ts';
import { meQuery, pictureOf } from '../../../features/accounts/index.ts';
import { walletKeys } from '../../../features/wallet/index.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { privateMessageOf } from '../../../test/people-page.tsx';
import { balanceOf } from '../../../features/wallet/wallet.fixture.ts';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { followLiveUpdates } from './follow-live-updates.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(['mutes'], []);
});

function follow() {
  const { connection, ...server } = createShellConnection();
  const onMessage = vi.fn();
  const onMoreUnread = vi.fn();
  const onCoins = vi.fn();
  const stop = followLiveUpdates(connection, {
    client,
    account: 'asha',
    onMessage,
    onMoreUnread,
    onCoins,
  });
  onTestFinished(stop);
  return { ...server, stop, onMessage, onMoreUnread, onCoins };
}

const setCached = (key: readonly string[], value: unknown) => client.setQueryData(key, value);
const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
const counts = (total: number): UnreadCount => ({
  total,
  by_sender: total > 0 ? { riya: total } : {},
  requests: 0,
  muted: 0,
});

describe('live updates of the main screen', () => {
  it('X-33: a message received twice is reported once; the user’s own message never', () => {
    const { say, onMessage } = follow();
    const message = privateMessageOf('riya', 'asha');
    say('new_message', message);
    say('new_message', message);
    say('new_message', privateMessageOf('asha', 'riya'));
    expect(onMessage).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('HM-07: a changed profile shows its picture at once and rereads what shows people', () => {
    const { say } = follow();
    const { queryKey } = pictureOf('riya');
    client.setQueryData(queryKey, null);
    client.setQueryDefaults(['members'], { meta: showsPeople });
    client.setQueryData(['members'], []);
    say('profile_updated', {
      username: 'riya',
      display_name: 'Riya',
      bio: null,
      links: [],
      profile_image_url: '/media/avatars/2',
    });
    expect(client.getQueryData(queryKey)).toBe('/media/avatars/2');
    expect(isStale(['members'])).toBe(true);
  });

  it('GR-07: a message in a muted chat is not reported, until the muting has ended', () => {
    const { say, onMessage } = follow();
    const mute = (muted_until: string | null) =>
      say('mute_changed', { recipient: 'riya', is_muted: true, muted_until, mentions_too: false });
    mute(null);
    say('new_message', privateMessageOf('riya', 'asha', { _id: 'm1' }));
    mute(new Date(Date.now() + 60_000).toISOString());
    say('new_message', privateMessageOf('riya', 'asha', { _id: 'm2' }));
    expect(onMessage).not.toHaveBeenCalled();
    mute(new Date(Date.now() - 1000).toISOString());
    say('new_message', privateMessageOf('riya', 'asha', { _id: 'm3' }));
    expect(onMessage).toHaveBeenCalledOnce();
  });

  it('GR-07: a muting from before the connection was lost is not relied on', async () => {
    const { say, connect, onMessage } = follow();
    say('mute_changed', { recipient: 'riya', is_muted: true, muted_until: null, mentions_too: false });
    connect(true);
    // There is no server to read the mutings from: rather report too much than nothing.
    say('new_message', privateMessageOf('riya', 'asha'));
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledOnce());
  });

  it('Q-12: a response that was requested before the count changed does not bring back the earlier count', async () => {
    const { promise, resolve } = Promise.withResolvers<UnreadCount>();
    setCached(unreadKeys.count, counts(0));
    const requested = client
      .fetchQuery({ queryKey: unreadKeys.count, queryFn: () => promise })
      .catch(() => undefined);
    follow().say('unread_count', counts(2));
    resolve(counts(0));
    await requested;
    expect(client.getQueryData(unreadKeys.count)).toEqual(counts(2));
  });

  it('UN-10, Q-13: the count is the server’s; the list is refetched only while it is open', () => {
    setCached(unreadKeys.list, { messages: [], ...counts(0) });
    follow().say('unread_count', counts(4));
    expect(client.getQueryData(unreadKeys.count)).toEqual(counts(4));
    expect(isStale(unreadKeys.list)).toBe(true);
  });

  it('SE-02: alerts when the unread count grows, not when it shrinks or was unknown', () => {
    const { say, onMoreUnread } = follow();
    say('unread_count', counts(2));
    expect(onMoreUnread).not.toHaveBeenCalled();
    say('unread_count', counts(1));
    expect(onMoreUnread).not.toHaveBeenCalled();
    say('unread_count', counts(2));
    expect(onMoreUnread).toHaveBeenCalledOnce();
  });

  it('GR-07: messages of muted conversations alert neither when they arrive nor when the muting ends', () => {
    const { say, onMoreUnread } = follow();
    say('unread_count', counts(1));
    say('unread_count', { ...counts(1), muted: 2 });
    say('unread_count', counts(3));
    expect(onMoreUnread).not.toHaveBeenCalled();
    say('unread_count', counts(4));
    expect(onMoreUnread).toHaveBeenCalledOnce();
  });

  it.each([
    ['a block', 'blocked_notification', { username: 'riya', is_blocked: true }],
    ['a new name', 'user_renamed', { old_username: 'riya', username: 'ria', is_guest: false }],
  ] as const)('SV-52, SV-04: %s refetches everything that shows people', async (_what, event, payload) => {
    await client.prefetchQuery({ queryKey: ['people'], queryFn: () => 'riya', meta: showsPeople });
    await client.prefetchQuery({ queryKey: ['weather'], queryFn: () => 'fine' });
    const { say } = follow();
    say(event, payload);
    expect(isStale(['people'])).toBe(true);
    expect(isStale(['weather'])).toBe(false);
  });

  it('SE-05: applies an availability change from another device', () => {
    setCached(meQuery.queryKey, { username: 'asha', is_available: true });
    follow().say('availability', { is_available: false });
    expect(client.getQueryData(meQuery.queryKey)).toMatchObject({ is_available: false });
  });

  it('WA-06: updates the balance and reports incoming coins only', () => {
    setCached(walletKeys.history, { history: [] });
    const { say, onCoins } = follow();
    say('wallet_changed', balanceOf(5));
    expect(onCoins).not.toHaveBeenCalled();
    expect(isStale(walletKeys.history)).toBe(true);
    say('wallet_changed', balanceOf(15));
    expect(onCoins).toHaveBeenCalledExactlyOnceWith(10);
    say('wallet_changed', balanceOf(3));
    expect(onCoins).toHaveBeenCalledOnce();
    expect(client.getQueryData(walletKeys.balance)).toEqual(balanceOf(3));
  });

  it('R-04, MR-02, HM-01: a connect refetches the lists that may have changed before it, a reconnect also the wallet', () => {
    setCached(walletKeys.balance, balanceOf(1));
    const { connect } = follow();
    for (const isAgain of [false, true]) {
      setCached(unreadKeys.count, counts(1));
      setCached([...inboxKey, 'all'], { pages: [], pageParams: [] });
      setCached(requestsKey, { pages: [], pageParams: [] });
      connect(isAgain);
      for (const key of [unreadKeys.count, [...inboxKey, 'all'], requestsKey])
        expect(isStale(key)).toBe(true);
      expect(isStale(walletKeys.balance)).toBe(isAgain);
    }
  });

  it('stops after unsubscribing', () => {
    const { stop, listeners } = follow();
    expect(listeners()).toBeGreaterThan(0);
    stop();
    expect(listeners()).toBe(0);
  });
});
