import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { MainShell } from './main-shell.tsx';

const answering: RequestHandler = ({ path }) => {
  if (path.startsWith('/chat/unread'))
    return { body: { messages: [], total: 0, by_sender: {}, requests: 0 } };
  if (path.startsWith('/groupchat/groups')) return { body: { groups: [], page: 1, total_count: 0 } };
  return undefined;
};

it.each([
  ['SH-02: on desktop the top bar', true, 'banner'],
  ['SH-03: on a phone the bottom bar', false, 'contentinfo'],
] as const)('%s switches tabs', async (_where, isDesktop, bar) => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isDesktop,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    }),
  );
  const { person } = await showPeople(() => <MainShell />, answering);
  const main = within(within(screen.getByRole(bar)).getByRole('navigation', { name: 'Main' }));
  expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1);
  expect(main.getByRole('link', { current: 'page' }).textContent).toBe('Chats');
  await person.click(main.getByRole('link', { name: 'Profile' }));
  await waitFor(() => expect(main.getByRole('link', { current: 'page' }).textContent).toBe('Profile'));
});
