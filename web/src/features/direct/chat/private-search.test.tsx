import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userStorageKey } from '../../../platform/user-storage.ts';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { privateMessageAt, privatePageOf, showConnectedChat } from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

const messages = Array.from({ length: 6 }, (_, index) => privateMessageAt(index + 1));

const resultAt = (sequence: number) => ({
  message: privateMessageAt(sequence),
  where: { username: 'riya' },
  highlights: [[0, 7]],
});

/** Two pages of results: 5 and 3, then 1. Nothing from asha. */
function found({ path }: RecordedRequest): TestResponse | undefined {
  if (!path.startsWith('/search/messages')) return undefined;
  const query = new URL(path, 'http://test').searchParams;
  if (query.get('from') === 'asha') return { body: { results: [], next_cursor: null } };
  return query.has('cursor')
    ? { body: { results: [resultAt(1)], next_cursor: null } }
    : { body: { results: [resultAt(5), resultAt(3)], next_cursor: 'more' } };
}

/** Presses Ctrl+F; returns whether the browser's own search is kept from opening. */
function pressFind(): boolean {
  const event = createEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  fireEvent(document.body, event);
  return event.defaultPrevented;
}

const input = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Search in this chat' });
const marked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-marked]')].map(({ dataset }) => dataset.sequence);
const count = () => document.querySelector('[role="search"] [role="status"]')?.textContent;

/** Opens the chat with riya and its search. */
async function showSearch() {
  const page = await showConnectedChat({ page: privatePageOf(messages), answer: found });
  await screen.findByText('message 6');
  await waitFor(() => expect(pressFind()).toBe(true));
  await input();
  return page;
}

it('SR-03: Ctrl+F opens the search in the chat, a second one is left to the browser', async () => {
  const { person } = await showSearch();
  await waitFor(async () => expect(document.activeElement).toBe(await input()));
  expect(pressFind()).toBe(false);
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('search')).toBeNull();
  expect(pressFind()).toBe(true);
});

it('SR-03: Enter steps from the newest result to older ones, also of the next page; Shift+Enter back', async () => {
  const page = await showSearch();
  await page.person.type(await input(), 'mess');
  await waitFor(() => expect(marked()).toEqual(['5']));
  expect(count()).toBe('1 of 2+. riya: message 5');
  await page.person.keyboard('{Enter}');
  await waitFor(() => expect(marked()).toEqual(['3']));
  await page.person.keyboard('{Enter}');
  await waitFor(() => expect(marked()).toEqual(['1']));
  expect(count()).toBe('3 of 3. riya: message 1');
  expect(screen.getByRole('button', { name: 'Older result' }).getAttribute('aria-disabled')).toBe('true');
  await page.person.keyboard('{Enter}{Shift>}{Enter}{/Shift}');
  await waitFor(() => expect(marked()).toEqual(['3']));
  await page.person.click(screen.getByRole('button', { name: 'Newer result' }));
  await waitFor(() => expect(marked()).toEqual(['5']));
  expect(page.asked('/search/messages').map(({ path }) => path)).toEqual([
    '/search/messages?q=mess&recipient=riya',
    '/search/messages?q=mess&recipient=riya&cursor=more',
  ]);
});

it('SR-03: the search can be for the messages of one sender', async () => {
  const page = await showSearch();
  await page.person.type(screen.getByRole('combobox', { name: 'Only from' }), '@Asha');
  await waitFor(() => expect(count()).toBe('Nothing found'));
  expect(page.asked('/search/messages').map(({ path }) => path)).toEqual([
    '/search/messages?q=&recipient=riya&from=asha',
  ]);
});

it('SR-03: Escape returns to where one was, the button stays there and offers the way back', async () => {
  sessionStorage.setItem(userStorageKey('place', 'asha', '@riya'), '2 0');
  const { person } = await showSearch();
  await person.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: 'Search messages' });
  const wayBack = () => screen.queryByRole('button', { name: 'Back to where you were' });
  await person.click(button);
  await person.type(await input(), 'mess');
  await waitFor(() => expect(marked()).toEqual(['5']));
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('search')).toBeNull();
  expect(document.activeElement).toBe(button);
  await waitFor(() => expect(marked()).toEqual([]));
  expect(wayBack()).toBeNull();
  await person.click(button);
  const close = screen.getByRole('button', { name: 'Close the search' });
  await person.type(await input(), 'mess');
  await waitFor(() => expect(marked()).toEqual(['5']));
  // Without a wait in between: the mark goes after two seconds, which a busy machine may take for a simulated click.
  act(() => close.click());
  expect(marked()).toEqual(['5']);
  expect(wayBack()).toBeTruthy();
});

it('SR-03: a failed search can be tried again', async () => {
  const page = await showSearch();
  page.change({
    answer: ({ path }) => (path.startsWith('/search/') ? { status: 400, body: { detail: 'No' } } : undefined),
  });
  await page.person.type(await input(), 'mess');
  await screen.findByText("This didn't load");
  page.change({ answer: found });
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(marked()).toEqual(['5']));
});
