import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  conversationOf,
  minutesAgo,
  privateMessageOf,
  refused,
  showPeople,
  type RequestHandler,
} from '../../../test/people-page.tsx';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { toast } from '../../../ui/toast-store.ts';
import { followDrafts } from '../../messages/index.ts';
import { previewOf } from './conversation-card.tsx';
import { HistoryActions, HistoryTab } from './history-tab.tsx';

const view = () => (
  <>
    <HistoryActions />
    <HistoryTab />
  </>
);

const listing =
  (all: ReturnType<typeof conversationOf>[], next: string | null = null): RequestHandler =>
  () => ({ body: { conversations: all, requests: [], next_last_id: next } });

const show = (answering: RequestHandler, at?: string) => showPeople(view, answering, 'asha', at);
const card = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const latestMessage = (content: string, given = {}) =>
  privateMessageOf('riya', 'asha', { content, ...given });

describe('recent chats', () => {
  it('CV-01, CV-09, CO-26: requests 25 conversations and shows the other user and the last message', async () => {
    const page = await show(listing([conversationOf('riya'), conversationOf('zoya')]));
    expect((await card('riya')).textContent).toContain('hello there');
    expect(page.asked('GET /messages/conversations').map(({ path }) => path)).toEqual([
      '/messages/conversations?limit=25',
    ]);
  });

  it('CV-03, CO-36: a preview is cut at 35 graphemes', () => {
    expect(previewOf({ content: 'a'.repeat(35) })).toBe('a'.repeat(35));
    expect(previewOf({ content: 'a'.repeat(36) })).toBe(`${'a'.repeat(35)}…`);
    expect(previewOf({ content: '👩‍👩‍👧'.repeat(36) })).toBe(`${'👩‍👩‍👧'.repeat(35)}…`);
    expect(previewOf({ content: ' two\nlines ' })).toBe('two lines');
  });

  it('VM-01: a voice message without a text is shown as such', () => {
    expect(previewOf({ content: '', audio_url: '/media/audio/a' })).toBe('Voice message');
    expect(previewOf({ content: 'listen', audio_url: '/media/audio/a' })).toBe('listen');
    expect(previewOf({ content: '', audio_url: null })).toBe('Image');
  });

  it('FT-01, CV-03: a preview has no signs and nothing hidden', async () => {
    const latest = latestMessage('*so* ||he did it|| snake_case');
    await show(listing([conversationOf('riya', { latest_message: latest })]));
    expect(await within(await card('riya')).findByText('so Hidden text snake_case')).toBeTruthy();
  });

  it('FT-04: a draft takes the place of the last message', async () => {
    const draft = { recipient: 'riya', text: 'half a', reply_to: null, updated_at: minutesAgo(1) };
    const conversations = listing([conversationOf('riya'), conversationOf('zoya')]);
    const { client } = await show((request) =>
      request.path === '/drafts' ? { body: { drafts: [draft] } } : conversations(request),
    );
    const { connection, connect } = createShellConnection();
    followDrafts(connection, client);
    connect(false);
    expect((await within(await card('riya')).findByText('half a')).textContent).toBe('Draft: half a');
    expect((await card('zoya')).textContent).toContain('hello there');
  });

  it('CV-04: without text it reads ‘Image’', async () => {
    await show(listing([conversationOf('riya', { latest_message: latestMessage('', { image_id: 'i' }) })]));
    expect(within(await card('riya')).getByText('Image')).toBeTruthy();
  });

  it('CV-03: own messages are marked', async () => {
    const latest = privateMessageOf('asha', 'riya', { content: 'see you' });
    await show(listing([conversationOf('riya', { latest_message: latest })]));
    expect(within(await card('riya')).getByText('You: see you')).toBeTruthy();
  });

  it('CV-05, Q-14: ‘Recent’ is for the last 24 hours', async () => {
    const at = (minutes: number) => ({
      latest_message: latestMessage('x', { timestamp: minutesAgo(minutes) }),
    });
    await show(listing([conversationOf('riya', at(23 * 60)), conversationOf('zoya', at(25 * 60))]));
    expect(within(await card('riya')).getByText('Recent')).toBeTruthy();
    expect(within(await card('zoya')).queryByText('Recent')).toBeNull();
  });

  it('CV-01: shows presence and the unread count', async () => {
    await show(
      listing([conversationOf('riya', { unread_count: 12 }), conversationOf('zoya', { is_online: false })]),
    );
    const riya = within(await card('riya'));
    expect(riya.getByText('9+')).toBeTruthy();
    expect(riya.getByText('12 unread')).toBeTruthy();
    expect(riya.getByText('Online')).toBeTruthy();
    expect(within(await card('zoya')).getByText('Offline')).toBeTruthy();
  });

  it('CV-06: shows a text when there are none', async () => {
    await show(listing([]));
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeTruthy();
  });

  it('SH-25: a press opens the chat', async () => {
    const page = await show(listing([conversationOf('riya')]));
    await page.person.click(await card('riya'));
    await waitFor(() => expect(page.where()).toBe('/v1/chat/riya'));
  });

  it('marks the open chat', async () => {
    await show(listing([conversationOf('riya'), conversationOf('zoya')]), '/v1/chat/zoya');
    expect((await card('zoya')).getAttribute('aria-current')).toBe('page');
    expect((await card('riya')).getAttribute('aria-current')).toBeNull();
  });

  it('CV-08: more load by the cursor of the previous page; no user is shown twice', async () => {
    const page = await show(({ path }) =>
      path.includes('last_id=c1')
        ? { body: { conversations: [conversationOf('riya'), conversationOf('last')], next_last_id: null } }
        : { body: { conversations: [conversationOf('riya')], requests: [], next_last_id: 'c1' } },
    );
    expect(await card('last')).toBeTruthy();
    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(page.asked('GET /messages/conversations')[1]?.path).toBe(
      '/messages/conversations?limit=25&last_id=c1',
    );
  });

  it('CV-02, CV-13, X-45: Refresh requests again although the cache is fresh', async () => {
    const page = await show(listing([conversationOf('riya')]));
    await card('riya');
    page.answers(listing([conversationOf('zoya')]));
    await page.person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await card('zoya')).toBeTruthy();
  });
});

describe('recent chats that fail to load', () => {
  it.each([
    ['CV-11', refused(429, 'x', 'rate_limited', 7), 'Rate limit exceeded. Please try again in 7 seconds'],
    ['CV-11', refused(400, 'x', 'invalid_parameters'), 'Invalid request parameters'],
    ['CV-11', refused(404, 'x'), 'API Error'],
  ])('%s, CV-10: show an error and can be retried', async (_id, answer, text) => {
    const page = await show(() => answer);
    const title = 'An error occurred while fetching conversations.';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    page.answers(listing([conversationOf('riya')]));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await card('riya')).toBeTruthy();
  });

  it('CV-11: an expired session is shown', async () => {
    await show(() => refused(401, 'x', 'account_gone'));
    expect(await screen.findByText('Unauthorized')).toBeTruthy();
    expect(toast.current()).toMatchObject([{ text: 'Session expired. Please log in again.' }]);
  });
});
