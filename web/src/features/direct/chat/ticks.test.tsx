import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { privateMessageAt, privatePageOf, showConnectedChat } from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all(Object.values(prefetchedComponents).map((part) => part.load())));

const AT = '2026-11-21T10:05:00.000Z';
const LATER = '2026-11-21T10:06:00.000Z';
const own = { sender: 'asha', is_read: false } as const;
const ticks = () =>
  screen
    .queryAllByRole('img', { name: /^(Sent|Delivered|Read)$/ })
    .map((each) => each.getAttribute('aria-label'));

/** Opens a chat with three own messages, none of which was received, and one of the other user. */
async function open(messages = [1, 2, 3].map((sequence) => privateMessageAt(sequence, own))) {
  const chat = await showConnectedChat({ page: privatePageOf([...messages, privateMessageAt(4)]) });
  await screen.findByText('message 4');
  const status = (up_to_sequence: number, read_at: string | null = null) =>
    chat.hear('message_status', { username: 'riya', up_to_sequence, delivered_at: AT, read_at });
  return { ...chat, status };
}

describe('ticks', () => {
  it('FT-03: one when stored, two when delivered, two in colour when read, with the time', async () => {
    const { status } = await open();
    expect(ticks()).toEqual(['Sent', 'Sent', 'Sent']);
    status(2);
    await waitFor(() => expect(ticks()).toEqual(['Delivered', 'Delivered', 'Sent']));
    expect(screen.getAllByRole('img', { name: 'Delivered' })[0]?.title).toContain('03:35');
    status(1, LATER);
    await waitFor(() => expect(ticks()).toEqual(['Read', 'Delivered', 'Sent']));
    expect(screen.getByRole('img', { name: 'Read' }).title).toContain('03:36');
  });

  it('FT-03: come with the history; a message that was read before times were kept has two in colour', async () => {
    await open([
      privateMessageAt(1, { ...own, is_read: true }),
      privateMessageAt(2, { ...own, is_read: true, delivered_at: AT, read_at: LATER }),
      privateMessageAt(3, { ...own, delivered_at: AT }),
    ]);
    await waitFor(() => expect(ticks()).toEqual(['Read', 'Read', 'Delivered']));
  });

  it('FT-03: an older or edited copy of a message takes nothing back', async () => {
    const { status, hear } = await open();
    status(3, LATER);
    await waitFor(() => expect(ticks()).toEqual(['Read', 'Read', 'Read']));
    hear('message', privateMessageAt(2, own));
    hear('message_edited', {
      ...privateMessageAt(1, { ...own, content: 'changed', version: 1 }),
      revision: 1,
    });
    status(3);
    await screen.findByText('changed');
    expect(ticks()).toEqual(['Read', 'Read', 'Read']);
  });

  it('FT-03, R-04: what happened while the connection was lost is requested after it returns', async () => {
    const { socket, change } = await open();
    change({
      page: privatePageOf([
        privateMessageAt(2, { ...own, is_read: true, delivered_at: AT, read_at: LATER }),
        privateMessageAt(3, { ...own, delivered_at: AT }),
        privateMessageAt(4),
      ]),
    });
    act(() => socket.drop());
    act(() => socket.accept());
    await waitFor(() => expect(ticks()).toEqual(['Read', 'Read', 'Delivered']));
  });
});
