import type { Conversation } from '@adda/contract/direct';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { conversationOf, privateMessageOf } from '../../../test/people-page.tsx';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { unreadKeys } from '../unread/unread-count.ts';
import { conversationsKey, conversationsOf, moveToTop, requestsKey } from './cached-conversations.ts';
import { followConversations } from './live-conversations.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
});

const hold = (...pages: Conversation[][]) =>
  client.setQueryData(conversationsKey, {
    pages: pages.map((conversations, n) => ({ conversations, next_last_id: `c${n}` })),
    pageParams: pages.map((_, n) => (n === 0 ? '' : `c${n - 1}`)),
  });
const cached = () => conversationsOf(client.getQueryData(conversationsKey));
const names = () => cached().map(({ username }) => username);
const isStale = () => client.getQueryState(conversationsKey)?.isInvalidated;

function follow(openUser?: string) {
  const { connection, ...server } = createShellConnection();
  const stop = followConversations(connection, client, () => ({ account: 'asha', openUser }));
  onTestFinished(stop);
  return { ...server, stop };
}

describe('the list of conversations during live updates', () => {
  it('RT-27, X-33: a new message moves its conversation to the top with its text, once', () => {
    hold([conversationOf('zoya')], [conversationOf('riya', { unread_count: 2 })]);
    const { say } = follow();
    const message = privateMessageOf('riya', 'asha', { sequence: 9, content: 'news' });
    say('new_message', message);
    say('new_message', message);
    expect(names()).toEqual(['riya', 'zoya']);
    expect(cached()[0]).toMatchObject({ unread_count: 3, latest_message: { content: 'news' } });
    expect(isStale()).toBe(false);
  });

  it('SV-46: a message in the open chat is not unread', () => {
    hold([conversationOf('zoya'), conversationOf('riya')]);
    follow('riya').say('new_message', privateMessageOf('riya', 'asha', { sequence: 9 }));
    expect(cached()[0]).toMatchObject({ username: 'riya', unread_count: 0 });
  });

  it('SV-46: a message in a chat that is open on another device is not unread', () => {
    hold([conversationOf('zoya'), conversationOf('riya')]);
    const { say } = follow();
    say('new_message', privateMessageOf('riya', 'asha', { sequence: 9, is_read: true }));
    expect(cached()[0]).toMatchObject({ username: 'riya', unread_count: 0 });
  });

  it('UN-10: never counts more than the server', () => {
    hold([conversationOf('riya', { unread_count: 3 })]);
    follow().say('unread_count', { total: 1, by_sender: { riya: 1 }, requests: 0, muted: 0 });
    expect(cached()[0]).toMatchObject({ unread_count: 1 });
  });

  it('an own message from another device moves its conversation and is not unread', () => {
    hold([conversationOf('zoya'), conversationOf('riya')]);
    follow().say('own_message', privateMessageOf('asha', 'riya', { sequence: 9, content: 'from the phone' }));
    expect(cached()[0]).toMatchObject({ unread_count: 0, latest_message: { content: 'from the phone' } });
  });

  it('an older message changes nothing', () => {
    hold([conversationOf('zoya'), conversationOf('riya')]);
    follow().say('new_message', privateMessageOf('riya', 'asha', { sequence: 0 }));
    expect(names()).toEqual(['zoya', 'riya']);
  });

  it('a user who is not in the list yet is requested from the server', () => {
    hold([conversationOf('zoya')]);
    follow().say('new_message', privateMessageOf('meera', 'asha'));
    expect(isStale()).toBe(true);
  });

  it('an own message moves the conversation and is not unread', () => {
    hold([conversationOf('zoya'), conversationOf('riya')]);
    moveToTop(client, privateMessageOf('asha', 'riya', { sequence: 4, content: 'mine' }), {
      account: 'asha',
    });
    expect(names()).toEqual(['riya', 'zoya']);
    expect(cached()[0]).toMatchObject({ unread_count: 0, latest_message: { content: 'mine' } });
  });

  it('keeps the cursors of the pages', () => {
    hold([conversationOf('zoya')], [conversationOf('riya')]);
    follow().say('new_message', privateMessageOf('riya', 'asha', { sequence: 9 }));
    expect(client.getQueryData(conversationsKey)).toMatchObject({
      pages: [{ next_last_id: 'c0' }, { next_last_id: 'c1' }],
      pageParams: ['', 'c0'],
    });
  });

  it.each([
    ['the newest one', { message_ids: ['p-riya-1'], cleared_to: 0 }, true],
    ['all of them', { message_ids: [], cleared_to: 5 }, true],
    ['another one', { message_ids: ['p-riya-0'], cleared_to: 0 }, false],
  ])('RT-25: requests the list again when %s was deleted', (_what, gone, isRead) => {
    hold([conversationOf('riya')]);
    follow().say('message_deleted', {
      username: 'riya',
      peer: 'riya',
      sequences: [],
      hidden: false,
      revision: 1,
      ...gone,
    });
    expect(isStale()).toBe(isRead);
  });

  it('UN-10: messages read elsewhere are no longer unread here', () => {
    hold([conversationOf('riya', { unread_count: 3 }), conversationOf('zoya', { unread_count: 1 })]);
    follow().say('unread_count', { total: 1, by_sender: { zoya: 1 }, requests: 0, muted: 0 });
    expect(cached().map(({ unread_count: count }) => count)).toEqual([0, 1]);
  });

  it('UN-10: counts that may include whispers cause one request for several changes', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    hold([conversationOf('riya')]);
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    const { say } = follow();
    say('unread_count', { total: 1, by_sender: { riya: 1 }, requests: 0, muted: 0 });
    say('unread_count', { total: 2, by_sender: { riya: 2 }, requests: 0, muted: 0 });
    expect(invalidate).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: conversationsKey });
  });

  it('MR-02: requests are requested again when another number of them is unread', () => {
    const counts = { total: 1, by_sender: { riya: 1 }, requests: 2, muted: 0 };
    client.setQueryData(unreadKeys.count, counts);
    client.setQueryData(requestsKey, { pages: [], pageParams: [] });
    const isOutdated = () => client.getQueryState(requestsKey)?.isInvalidated;
    const { say } = follow();
    say('unread_count', { ...counts, total: 0, by_sender: {} });
    expect(isOutdated()).toBe(false);
    say('unread_count', { ...counts, requests: 1 });
    expect(isOutdated()).toBe(true);
  });

  it('stops when the returned function is called', () => {
    const { stop, listeners } = follow();
    expect(listeners()).toBeGreaterThan(0);
    stop();
    expect(listeners()).toBe(0);
  });
});
