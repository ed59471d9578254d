import type { InboxItem } from '@adda/contract/inbox';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  minutesAgo,
  privateMessageOf,
  refused,
  showPeople,
  type RequestHandler,
} from '../../test/people-page.tsx';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { clearUserStorage } from '../../platform/user-storage.ts';
import { toast } from '../../ui/toast-store.ts';
import { useReportRead } from '../messages/chat/use-read-position.ts';
import { followDrafts, previewOf } from '../messages/index.ts';
import { roomConversation } from '../rooms/messages/room-conversation.ts';
import { GROUP_ID } from '../rooms/rooms.fixture.ts';
import { InboxActions, InboxList } from './inbox-tab.tsx';
import { chatRow, roomRow } from './inbox.fixture.ts';
import { followInbox } from './live-inbox.ts';

const view = () => (
  <>
    <InboxActions />
    <InboxList onNear={() => undefined} />
  </>
);

const listing =
  (items: readonly InboxItem[], next: string | null = null): RequestHandler =>
  ({ path }) =>
    path.startsWith('/inbox') ? { body: { items, next_cursor: next } } : undefined;

const show = (answering: RequestHandler, at?: string) => showPeople(view, answering, 'asha', at);
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) });
const names = () =>
  within(screen.getByRole('list', { name: 'Recent Chats' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
const chatWith = (content: string, given = {}) =>
  chatRow('riya', { latest_message: privateMessageOf('riya', 'asha', { content, ...given }) });

describe('the rows of the inbox', () => {
  it('HM-01, CV-01: rooms and private chats, with name, last line, presence and what is unread', async () => {
    const page = await show(
      listing([
        roomRow({ unread_count: 100, mention_count: 2 }),
        chatRow('riya', { unread_count: 3, name: 'Riya Sen' }),
        chatRow('zoya', { is_online: false }),
      ]),
    );
    const room = within(await row('Rooftop Nights'));
    expect(room.getByText('riya: see you at ten')).toBeTruthy();
    expect(room.getByText('99+')).toBeTruthy();
    expect(room.getByText('99+ unread')).toBeTruthy();
    expect(room.getByText('2 unread mentions')).toBeTruthy();
    const riya = within(await row('Riya Sen'));
    expect(riya.getByText('hello there')).toBeTruthy();
    expect(riya.getByText('3 unread')).toBeTruthy();
    expect(riya.getByText('Online')).toBeTruthy();
    expect(within(await row('zoya')).getByText('Offline')).toBeTruthy();
    expect(page.asked('GET /inbox').map(({ path }) => path)).toEqual(['/inbox?filter=all']);
  });

  it.each([
    ['an own message in a room', { sender: 'asha', content: 'on my way' }, 'You: on my way'],
    ['a whisper', { is_private: true, content: '@asha psst' }, 'riya: @asha psst'],
    ['a photo', { content: '', image_id: 'i' }, 'riya: Image'],
    ['a video', { content: '', youtube_url: 'https://youtu.be/a' }, 'riya: Video'],
    ['a voice message', { content: '', audio_url: '/media/audio/a' }, 'riya: Voice message'],
    [
      'a gift, as a notice of the room',
      { sender: 'system', is_admin: true, content: 'riya gave kabir a rose' },
      'riya gave kabir a rose',
    ],
    ['a guest', { sender: '_guest-nova-tsjp' }, 'nova-tsjp: see you at ten'],
  ])('HM-01: %s', async (_what, message, text) => {
    await show(listing([roomRow({}, message)]));
    const found = within(await row('Rooftop Nights'));
    expect(found.getByText(text)).toBeTruthy();
    expect(found.queryByText('Whisper') !== null).toBe('is_private' in message);
  });

  it('HM-01, GR-07: a muted one has a sign and a quiet number', async () => {
    await show(listing([roomRow({ is_muted: true, unread_count: 4 })]));
    const room = within(await row('Rooftop Nights'));
    expect(room.getByText('Muted')).toBeTruthy();
    expect(room.getByText('4 unread').parentElement?.className).toContain('bg-mute');
  });

  it('FT-03: an own private message shows that it was received and read, when its event comes', async () => {
    const latest = privateMessageOf('asha', 'riya', { content: 'there?', sequence: 7 });
    const { client } = await show(listing([chatRow('riya', { latest_message: latest })]));
    const riya = within(await row('riya'));
    expect(riya.getByText('You: there?')).toBeTruthy();
    const { connection, say } = createShellConnection();
    followInbox(connection, client);
    const at = '2026-11-23T10:00:00.000Z';
    act(() =>
      say('message_status', { username: 'riya', up_to_sequence: 7, delivered_at: at, read_at: null }),
    );
    expect(await riya.findByRole('img', { name: 'Delivered' })).toBeTruthy();
    act(() => say('message_status', { username: 'riya', up_to_sequence: 7, delivered_at: at, read_at: at }));
    expect(await riya.findByRole('img', { name: 'Read' })).toBeTruthy();
  });

  it('CV-03, CO-36: a preview is cut at 35 graphemes', () => {
    expect(previewOf({ content: 'a'.repeat(35) })).toBe('a'.repeat(35));
    expect(previewOf({ content: 'a'.repeat(36) })).toBe(`${'a'.repeat(35)}…`);
    expect(previewOf({ content: '👩‍👩‍👧'.repeat(36) })).toBe(`${'👩‍👩‍👧'.repeat(35)}…`);
    expect(previewOf({ content: ' two\nlines ' })).toBe('two lines');
  });

  it('CV-04, VM-01: without text it reads ‘Image’ or ‘Voice message’', () => {
    expect(previewOf({ content: '', audio_url: '/media/audio/a' })).toBe('Voice message');
    expect(previewOf({ content: 'listen', audio_url: '/media/audio/a' })).toBe('listen');
    expect(previewOf({ content: '', audio_url: null })).toBe('Image');
  });

  it('FT-01, CV-03: a preview has no signs and nothing hidden', async () => {
    await show(listing([chatWith('*so* ||he did it|| snake_case')]));
    expect(await within(await row('riya')).findByText('so Hidden text snake_case')).toBeTruthy();
  });

  it('HM-01, FT-04: a draft takes the place of the last message, first as the list has it', async () => {
    const draft = { text: '*half* a', reply_to: null, updated_at: minutesAgo(1) };
    const inbox = listing([chatRow('riya', { draft }), chatRow('zoya', { draft, latest_message: null })]);
    const { client } = await show((request) =>
      request.path === '/drafts'
        ? { body: { drafts: [{ recipient: 'riya', ...draft, text: 'half a day' }] } }
        : inbox(request),
    );
    expect((await within(await row('riya')).findByText('half a')).textContent).toBe('Draft: half a');
    expect(within(await row('zoya')).getByText('half a').textContent).toBe('Draft: half a');
    const { connection, connect } = createShellConnection();
    followDrafts(connection, client);
    connect(false);
    expect(await within(await row('riya')).findByText('half a day')).toBeTruthy();
  });

  it('CV-05, Q-14: ‘Recent’ is for the last 24 hours of private chats', async () => {
    const at = (minutes: number) => ({
      latest_message: privateMessageOf('riya', 'asha', { timestamp: minutesAgo(minutes) }),
    });
    await show(listing([chatRow('riya', at(23 * 60)), chatRow('zoya', at(25 * 60))]));
    expect(within(await row('riya')).getByText('Recent')).toBeTruthy();
    expect(within(await row('zoya')).queryByText('Recent')).toBeNull();
  });
});

describe('the list of the inbox', () => {
  it('SH-25, HM-10: a press opens the room or chat as a new step, which Back leaves to the list', async () => {
    const page = await show(listing([roomRow(), chatRow('riya')]), '/v1?show=rooms');
    await page.person.click(await row('Rooftop Nights'));
    await waitFor(() => expect(page.href()).toBe(`/v1/group/${GROUP_ID}?show=rooms`));
    page.back();
    await waitFor(() => expect(page.href()).toBe('/v1?show=rooms'));
  });

  it('marks the open chat', async () => {
    await show(listing([chatRow('riya'), chatRow('zoya')]), '/v1/chat/zoya');
    expect((await row('zoya')).getAttribute('aria-current')).toBe('page');
    expect((await row('riya')).getAttribute('aria-current')).toBeNull();
  });

  it('HM-01: Tab reaches one row, arrows, Home and End the others', async () => {
    const page = await show(listing([chatRow('riya'), roomRow({}, { sender: 'kabir' }), chatRow('zoya')]));
    (await row('riya')).focus();
    await page.person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await row('Rooftop Nights'));
    await page.person.keyboard('{End}');
    expect(document.activeElement).toBe(await row('zoya'));
    expect((await row('riya')).tabIndex).toBe(-1);
    await page.person.keyboard('{Home}{Enter}');
    await waitFor(() => expect(page.where()).toBe('/v1/chat/riya'));
  });

  it('HM-01, CV-08: more load by the cursor of the previous page, and no row is shown twice', async () => {
    const near: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          near.push(() => seen([{ isIntersecting: true }]));
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const page = await show(({ path }) =>
      path.includes('cursor=c1')
        ? { body: { items: [chatRow('riya'), chatRow('last')], next_cursor: null } }
        : { body: { items: [chatRow('riya')], next_cursor: 'c1' } },
    );
    await row('riya');
    act(() => near.at(-1)?.());
    expect(await row('last')).toBeTruthy();
    expect(names()).toEqual(['/v1/chat/riya', '/v1/chat/last']);
    expect(page.asked('GET /inbox')[1]?.path).toBe('/inbox?filter=all&cursor=c1');
  });

  it('HM-02: the open room has no number once its latest message was on screen, before the server says so', async () => {
    const answer = listing([
      roomRow({ unread_count: 1, mention_count: 1 }),
      chatRow('zoya', { unread_count: 1 }),
    ]);
    await show(answer, `/v1/group/${GROUP_ID}`);
    expect(within(await row('Rooftop Nights')).getByText('1 unread')).toBeTruthy();
    const { result } = renderHook(() => useReportRead('asha', roomConversation(GROUP_ID), undefined));
    act(() => result.current(3));
    expect(within(await row('Rooftop Nights')).getByText('1 unread')).toBeTruthy();
    act(() => result.current(4));
    const room = within(await row('Rooftop Nights'));
    expect(room.queryByText('1 unread')).toBeNull();
    expect(room.queryByText('1 unread mention')).toBeNull();
    expect(within(await row('zoya')).getByText('1 unread')).toBeTruthy();
    clearUserStorage();
  });

  it('HM-01, HM-10: a filter is in the address and shows what is known at once', async () => {
    const wait = Promise.withResolvers<undefined>();
    const all = listing([roomRow({ unread_count: 1 }, { sender: 'kabir' }), chatRow('riya')]);
    const page = await show((request) => ({
      ...(request.path.includes('=all') ? {} : { until: wait.promise }),
      ...all(request),
    }));
    await row('riya');
    const group = within(screen.getByRole('group', { name: 'Show' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Unread',
      'Rooms',
      'People',
    ]);
    await page.person.click(group.getByRole('button', { name: 'Unread' }));
    await waitFor(() => expect(page.href()).toBe('/v1?show=unread'));
    expect(names()).toEqual([`/v1/group/${GROUP_ID}`]);
    expect(group.getByRole('button', { name: 'Unread' }).getAttribute('aria-pressed')).toBe('true');
    wait.resolve(undefined);
    page.back();
    await waitFor(() => expect(names()).toHaveLength(2));
  });

  it.each([
    ['CV-06', '/v1', 'No conversations yet'],
    ['HM-01', '/v1?show=unread', 'Nothing unread'],
    ['HM-01', '/v1?show=rooms', 'No rooms yet'],
    ['CV-06', '/v1?show=people', 'No conversations yet'],
  ])('%s: %s without rows says ‘%s’', async (_id, at, text) => {
    await show(listing([]), at);
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
  });

  it.each([
    ['/v1?list=history', 'Find a room', 'rooms'],
    ['/v1?list=history&show=people', 'Find people', 'users'],
  ])('HM-03: on phones an empty inbox at %s leads to where one begins', async (at, name, shown) => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const page = await show(listing([]), at);
    await page.person.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(page.href()).toContain(`list=${shown}`));
  });

  it('CV-02, CV-13, X-45: Refresh requests again although the cache is fresh', async () => {
    const page = await show(listing([chatRow('riya')]));
    await row('riya');
    page.answers(listing([chatRow('zoya')]));
    await page.person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await row('zoya')).toBeTruthy();
  });
});

describe('an inbox that fails to load', () => {
  it.each([
    ['CV-11', refused(429, 'x', 'rate_limited', 7), 'Rate limit exceeded. Please try again in 7 seconds'],
    ['CV-11', refused(400, 'x', 'invalid_parameters'), 'Invalid request parameters'],
    ['CV-11', refused(404, 'x'), 'API Error'],
  ])('%s, CV-10: shows an error and can be retried', async (_id, answer, text) => {
    const page = await show(() => answer);
    const title = 'An error occurred while fetching conversations.';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    page.answers(listing([chatRow('riya')]));
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await row('riya')).toBeTruthy();
  });

  it('CV-11: an expired session is shown', async () => {
    await show(() => refused(401, 'x', 'account_gone'));
    expect(await screen.findByText('Unauthorized')).toBeTruthy();
    expect(toast.current()).toMatchObject([{ text: 'Session expired. Please log in again.' }]);
  });
});
