import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { chatRow, roomRow } from '../../../features/inbox/inbox.fixture.ts';
import { showPeople, userOf, type RequestHandler } from '../../../test/people-page.tsx';
import { Chats } from './chats.tsx';

const answering: RequestHandler = ({ path }) => {
  if (path.startsWith('/users/list')) return { body: { users: [userOf('zoya')], next_last_id: null } };
  if (path.startsWith('/inbox')) return { body: { items: [chatRow('riya')], next_cursor: null } };
  if (path.startsWith('/chat/requests')) return { body: { requests: [], next_last_id: null } };
  if (path.startsWith('/chat/unread'))
    return { body: { messages: [], total: 0, by_sender: {}, requests: 0 } };
  return { body: { groups: [], page: 1, total_count: 0 } };
};

/** Widths in pixels: a phone, a small desktop, and one on which three panels fit. */
const [PHONE, SMALL, WIDE] = [390, 1024, 1280];

function show(
  width: number,
  { chat, at, answer }: { chat?: ReactNode; at?: string; answer?: RequestHandler } = {},
) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: width >= 16 * Number(/\d+/.exec(media)?.[0]),
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  return showPeople(() => <Chats>{chat}</Chats>, answer ?? answering, 'asha', at);
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const openTab = () => screen.getByRole('tab', { selected: true }).textContent;

describe('the panels of wide screens', () => {
  it('SH-06, SH-07, SH-08, X-53, HM-03: the inbox and the people are left, rooms to discover right', async () => {
    const { person, href } = await show(WIDE);
    const left = within(await screen.findByRole('region', { name: 'Chats and people' }));
    expect(tabs()).toEqual(['Chats', 'People']);
    expect(await left.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(left.getByRole('heading', { name: 'Recent Chats' })).toBeTruthy();
    await person.click(left.getByRole('tab', { name: 'People' }));
    expect(await left.findByRole('link', { name: /zoya/ })).toBeTruthy();
    expect(left.getByRole('heading', { name: 'Users 1' })).toBeTruthy();
    expect(href()).toBe('/v1?list=users');
    const right = within(screen.getByRole('region', { name: 'Active Rooms' }));
    expect(right.getByRole('heading', { name: 'Active Rooms' })).toBeTruthy();
  });

  it('HM-03, MR-02: the rows of the inbox wait for the requests above them, which would move them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await show(WIDE, {
      answer: (request) => {
        const response = answering(request);
        return request.path.startsWith('/chat/requests') ? { ...response, until: promise } : response;
      },
    });
    const left = within(await screen.findByRole('region', { name: 'Chats and people' }));
    await screen.findByRole('list', { name: 'Say hello' });
    expect(left.queryByRole('link', { name: /riya/ })).toBeNull();
    resolve();
    expect(await left.findByRole('link', { name: /riya/ })).toBeTruthy();
  });

  it('HM-03, MR-02: requests that did not load keep nobody from the inbox', async () => {
    const refuse: RequestHandler = (request) =>
      request.path.startsWith('/chat/requests') ? { status: 503, body: {} } : answering(request);
    await show(WIDE, { answer: refuse });
    expect(await screen.findByRole('link', { name: /riya/ })).toBeTruthy();
  });

  it('SH-09: the open chat is between the panels', async () => {
    await show(WIDE, { chat: <p>open chat</p> });
    for (const name of ['Chats and people', 'Active Rooms']) {
      expect(within(await screen.findByRole('region', { name })).queryByText('open chat')).toBeNull();
    }
    expect(screen.getByText('open chat')).toBeTruthy();
    expect(screen.queryByText('Pull up a chair')).toBeNull();
  });

  it('HM-03: beside an open room, and where three panels don’t fit, the rooms to discover are behind a button', async () => {
    const { person } = await show(SMALL);
    await screen.findByRole('link', { name: /riya/ });
    expect(screen.queryByRole('region', { name: 'Active Rooms' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Active Rooms' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Active Rooms' }));
    expect(drawer.getByRole('searchbox', { name: 'Search rooms' })).toBeTruthy();
  });

  it('HM-03: the card of the other user is beside a private chat, unless there is a block', async () => {
    const profile = {
      username: 'zoya',
      display_name: 'Zoya',
      is_online: true,
      shared_groups: [],
      created_at: '2026-03-05T10:00:00.000Z',
    };
    let isBlocked = false;
    const answer: RequestHandler = (request) => {
      if (request.path.endsWith('/profile'))
        return { body: { ...profile, profile_picture: null, bio: null, is_guest: false } };
      if (request.path.startsWith('/users/blocks/check/'))
        return { body: { is_blocked: isBlocked, blocked_by_me: false } };
      return answering(request);
    };
    await show(WIDE, { chat: <p>open chat</p>, at: '/v1/chat/zoya', answer });
    expect(await screen.findByRole('complementary', { name: 'About zoya' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Active Rooms' })).toBeNull();
    isBlocked = true;
    // Whoever comes back to the page asks again.
    globalThis.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'About zoya' })).toBeNull());
  });
});

describe('the lists of phones', () => {
  it('SH-51 to SH-54, X-53, HM-10: Rooms, Users and History are tabs, each a place of the history', async () => {
    const { person, back, href } = await show(PHONE, { at: '/v1?list=rooms' });
    expect(await screen.findByRole('tab', { name: 'Rooms' })).toBeTruthy();
    expect(tabs()).toEqual(['Rooms', 'Users', 'History']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Active Rooms');
    const next = screen.getByRole('button', { name: 'Next tab' });
    await person.click(next);
    expect(await screen.findByRole('link', { name: /zoya/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filter Users' })).toBeTruthy();
    await person.click(next);
    expect(await screen.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Recent Chats');
    expect(screen.queryByRole('button', { name: 'Filter Users' })).toBeNull();
    back();
    await waitFor(() => expect(openTab()).toBe('Users'));
    expect(href()).toBe('/v1?list=users');
  });

  it('HM-03: no list is open before it is known whether there is something in the inbox', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer: RequestHandler = (request) =>
      request.path.startsWith('/inbox') ? { ...answering(request), until: promise } : answering(request);
    await show(PHONE, { answer });
    expect(await screen.findByRole('status')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    resolve();
    expect(await screen.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(openTab()).toBe('History');
  });

  it('SH-55, HM-03: the chats open with the inbox once there is something in it, otherwise with the rooms', async () => {
    const { unmount } = await show(PHONE);
    expect(await screen.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(openTab()).toBe('History');
    unmount();
    const empty: RequestHandler = (request) =>
      request.path.startsWith('/inbox') ? { body: { items: [], next_cursor: null } } : answering(request);
    await show(PHONE, { answer: empty });
    expect(await screen.findByText('No rooms yet')).toBeTruthy();
    expect(openTab()).toBe('Rooms');
  });

  it('MN-03, GR-07: the tab of the inbox counts unread mentions, but not those of muted rooms', async () => {
    const items = [
      roomRow({ mention_count: 2 }),
      roomRow({ group_id: 'f'.repeat(24), mention_count: 3, is_muted: true }),
    ];
    await show(PHONE, {
      answer: (request) =>
        request.path.startsWith('/inbox') ? { body: { items, next_cursor: null } } : answering(request),
    });
    expect(await screen.findByRole('tab', { name: 'History @ 2' })).toBeTruthy();
  });

  it('SH-09, SH-56: the open chat replaces the lists', async () => {
    await show(PHONE, { chat: <p>open chat</p> });
    expect(screen.getByText('open chat')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});
