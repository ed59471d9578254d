import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { conversationOf, showPeople, userOf, type RequestHandler } from '../../../test/people-page.tsx';
import { Chats } from './chats.tsx';

const answering: RequestHandler = ({ path }) => {
  if (path.startsWith('/users/list')) return { body: { users: [userOf('zoya')], next_last_id: null } };
  if (path.startsWith('/messages/conversations')) {
    return { body: { conversations: [conversationOf('riya')], next_last_id: null } };
  }
  if (path.startsWith('/chat/unread'))
    return { body: { messages: [], total: 0, by_sender: {}, requests: 0 } };
  return { body: { groups: [], page: 1, total_count: 0 } };
};

function show(isDesktop: boolean, chat?: ReactNode) {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isDesktop,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  return showPeople(() => <Chats>{chat}</Chats>, answering);
}

describe('the people panels next to the rooms', () => {
  it('SH-06, SH-07, SH-08, X-53: on desktop a left panel has Users and History, rooms are on the right', async () => {
    const { person } = await show(true);
    const left = within(screen.getByRole('region', { name: 'People' }));
    expect(left.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Users', 'History']);
    expect(await left.findByRole('link', { name: /zoya/ })).toBeTruthy();
    expect(left.getByRole('heading', { name: 'Users 1' })).toBeTruthy();
    await person.click(left.getByRole('tab', { name: 'History' }));
    expect(await left.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(left.getByRole('heading', { name: 'Recent Chats' })).toBeTruthy();
    const right = within(screen.getByRole('region', { name: 'Active Rooms' }));
    expect(right.getByRole('heading', { name: 'Active Rooms' })).toBeTruthy();
  });

  it('SH-51 to SH-55, X-53: on a phone Rooms, Users and History are tabs, shown one at a time', async () => {
    const { person } = await show(false);
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Rooms', 'Users', 'History']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Active Rooms');
    const next = screen.getByRole('button', { name: 'Next tab' });
    await person.click(next);
    expect(await screen.findByRole('link', { name: /zoya/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Filter Users' })).toBeTruthy();
    await person.click(next);
    expect(await screen.findByRole('link', { name: /riya/ })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Recent Chats');
    expect(screen.queryByRole('button', { name: 'Filter Users' })).toBeNull();
  });

  it('SH-09: on desktop the open chat is between the panels', async () => {
    await show(true, <p>open chat</p>);
    expect(screen.getByText('open chat')).toBeTruthy();
    for (const name of ['People', 'Active Rooms']) {
      expect(within(screen.getByRole('region', { name })).queryByText('open chat')).toBeNull();
    }
    expect(screen.queryByText('Pull up a chair')).toBeNull();
  });

  it('SH-09, SH-56: on a phone the open chat replaces the tabs', async () => {
    await show(false, <p>open chat</p>);
    expect(screen.getByText('open chat')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});
