import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../ui/toast-store.ts';
import { prefetchedComponents } from '../messages/prefetch.ts';
import { prefetchedRoomComponents } from './room-prefetch.ts';
import { memberOf, showPage } from './room-page.fixture.tsx';
import { RoomView } from './room-screen.tsx';
import { GROUP_ID, messageAt, pageOf } from './rooms.fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const sentence = "This part didn't load. Check your connection and try again.";
const notThere = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

async function openRoom() {
  const page = await showPage(() => <RoomView groupId={GROUP_ID} account="asha" />, {
    members: [memberOf('riya'), memberOf('asha')],
    answer: ({ path }) =>
      path.includes('/group-messages')
        ? { body: pageOf([messageAt(1, { content: 'tea is ready' })]) }
        : undefined,
  });
  expect(await screen.findByText('tea is ready')).toBeTruthy();
  return page;
}

const staysOpen = () => {
  expect(screen.getByText('tea is ready')).toBeTruthy();
  expect(screen.getByLabelText('Message')).toBeTruthy();
};

describe('a room whose code does not load', () => {
  it('keeps messages and input without the emoji picker, and the next press retries', async () => {
    const load = vi.spyOn(prefetchedComponents.emojiPicker, 'load').mockImplementationOnce(notThere);
    const { person } = await openRoom();
    const button = await screen.findByRole('button', { name: 'Emoji' });
    const open = async () => {
      button.focus();
      await person.keyboard('{ArrowDown}');
    };
    await open();
    await waitFor(() => expect(toast.current().map(({ text }) => text)).toContain(sentence));
    expect(button.getAttribute('aria-expanded')).toBe('false');
    staysOpen();
    await open();
    expect(await screen.findByRole('searchbox', { name: 'Search emoji' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps messages and input when name suggestions fail to load', async () => {
    // An earlier test of this file may have loaded it.
    prefetchedRoomComponents.parts.code = undefined;
    vi.spyOn(prefetchedRoomComponents.parts, 'load').mockImplementation(notThere);
    const { person } = await openRoom();
    await person.type(screen.getByLabelText('Message'), '@b');
    await waitFor(() => expect(toast.current().map(({ text }) => text)).toContain(sentence));
    staysOpen();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('@b');
  });
});
