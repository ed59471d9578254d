import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { clearUserStorage, userStorageKey } from '../../../platform/user-storage.ts';
import { privateMessageAt, privatePageOf, showConnectedChat } from './private-page.fixture.tsx';

vi.mock('socket.io-client', async () => (await import('./fake-socket.fixture.ts')).socketLibrary);

const LAST = 10_000;
const quote = {
  message_id: 'p-5',
  sequence: 5,
  sender: 'riya',
  excerpt: 'message 5',
  has_image: false,
  has_voice: false,
  has_video: false,
  is_deleted: false,
};

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => privateMessageAt(from + index));

/** A chat of ten thousand messages; the newest one answers the fifth. */
function historyOf(path: string) {
  const query = new URL(path, 'http://test').searchParams;
  const around = Number(query.get('around_sequence'));
  const after = Number(query.get('after_sequence'));
  const state = { last_sequence: LAST, has_more: true };
  if (around) {
    const from = Math.max(1, around - 3);
    const messages = around === 77 ? range(70, 75) : range(from, around + 3);
    return privatePageOf(messages, { ...state, has_more_before: from > 1, has_more_after: true });
  }
  if (after >= LAST) return privatePageOf([], { last_sequence: LAST });
  if (after) return privatePageOf(range(after + 1, after + 4), state);
  const newest = [...range(LAST - 4, LAST - 1), privateMessageAt(LAST, { reply_to: quote })];
  return privatePageOf(newest, state);
}

const open = () =>
  showConnectedChat({
    answer: ({ path }) => (path.startsWith('/chat/messages') ? { body: historyOf(path) } : undefined),
  });

const quoteButton = () => screen.findByRole('button', { name: /In reply to riya/ });

beforeAll(() =>
  Promise.all([import('../../messages/parts.ts'), import('../../messages/history/message-history.ts')]),
);
beforeEach(() => {
  clearUserStorage();
  toast.clear();
});

describe('jumps in a chat', () => {
  it('RY-04: a quote leads ten thousand messages back, messages go on arriving, and one comes back', async () => {
    const { person, hear } = await open();
    await person.click(await quoteButton());
    await waitFor(() =>
      expect(document.querySelector('[data-sequence="5"]')?.hasAttribute('data-marked')).toBe(true),
    );
    expect(screen.queryByText(`message ${LAST - 1}`)).toBeNull();
    hear('message', privateMessageAt(LAST + 1, { content: 'just now' }));
    expect(await screen.findByRole('button', { name: /new messages?$/ })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Back to where you were' }));
    expect(await screen.findByText('just now')).toBeTruthy();
    expect(screen.queryByText('message 4')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
  });

  it('RY-04: the window grows at its newer end, and ‘Jump to latest’ leaves it', async () => {
    const { person } = await open();
    await person.click(await quoteButton());
    await person.click(await screen.findByRole('button', { name: 'Load newer messages' }));
    expect(await screen.findByText('message 12')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Jump to latest' }));
    expect(await screen.findByText(`message ${LAST - 1}`)).toBeTruthy();
  });

  it('RY-04: a message that is gone is said, and one stays where one is', async () => {
    const gone = privateMessageAt(LAST, { reply_to: { ...quote, sequence: 77 } });
    const { person } = await showConnectedChat({
      answer: ({ path }) =>
        path.startsWith('/chat/messages')
          ? {
              body: path.includes('around_sequence')
                ? historyOf(path)
                : privatePageOf([gone], { has_more: true }),
            }
          : undefined,
    });
    await person.click(await quoteButton());
    await waitFor(() =>
      expect(toast.current().map(({ text }) => text)).toEqual(['This message is not here any more']),
    );
    expect(screen.queryByText('message 72')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
  });
});

describe('where a chat opens', () => {
  it('FT-02: at the place where one left it, also after a reload', async () => {
    sessionStorage.setItem(userStorageKey('place', 'asha', '@riya'), '500 30');
    await open();
    expect(await screen.findByText('message 500')).toBeTruthy();
    expect(screen.queryByText(`message ${LAST}`)).toBeNull();
  });

  it('FT-02: at the first unread message, below the line, with the number of new ones', async () => {
    localStorage.setItem(userStorageKey('read', 'asha', '@riya'), '4000');
    await open();
    expect(await screen.findByText('New messages')).toBeTruthy();
    expect(screen.getByText('message 4001')).toBeTruthy();
    expect(screen.getByRole('button', { name: '5+ new messages' })).toBeTruthy();
    // Nothing was read by opening.
    expect(localStorage.getItem(userStorageKey('read', 'asha', '@riya'))).toBe('4000');
  });

  it('FT-02: the place is removed at the end of a session', () => {
    const key = userStorageKey('place', 'asha', '@riya');
    sessionStorage.setItem(key, '500 30');
    act(() => clearUserStorage());
    expect(sessionStorage.getItem(key)).toBeNull();
  });
});
