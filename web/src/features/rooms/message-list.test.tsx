import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { LiveMessages } from './live-messages.tsx';
import { openBook, upsertMessages } from './message-book.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import type { OutboxEntry } from './outbox.ts';
import { GROUP_ID, messageAt } from './rooms.fixture.ts';
import { TypingLine } from './typing-line.tsx';

const bookOf = (messages: ReturnType<typeof messageAt>[], hasOlder = false) =>
  openBook({ messages, has_more: hasOlder, last_sequence: messages.at(-1)?.sequence ?? 0 });

const failed: OutboxEntry = {
  clientMessageId: 'mine',
  groupId: GROUP_ID,
  content: 'not gone',
  queuedAt: 0,
  tries: 1,
  state: 'failed',
  detail: 'This message is too long',
};

function setUp(given: Partial<MessageListProps> = {}) {
  const calls = {
    onLoadOlder: vi.fn(),
    onRead: vi.fn(),
    onLeave: vi.fn(),
    onRetry: vi.fn(),
    onPutBack: vi.fn(),
    onDelete: vi.fn(),
  };
  const props: MessageListProps = {
    book: bookOf([messageAt(1)]),
    pending: [],
    account: 'me',
    readTo: 0,
    isLoadingOlder: false,
    hasOlderFailed: false,
    ...calls,
    ...given,
  };
  return { ...calls, ...render(<MessageList {...props} />) };
}

beforeEach(() => {
  // happy-dom lays nothing out: give the list a window to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

describe('the list of messages', () => {
  it('shows others with name and guest tag, the own ones with their state', () => {
    const own = messageAt(2, { sender: 'me', content: 'mine' });
    setUp({
      book: bookOf([messageAt(1, { sender: '_guest-ivy' }), own]),
      pending: [{ ...failed, state: 'queued', content: 'later' }],
    });
    expect(screen.getByText('ivy')).toBeTruthy();
    expect(screen.getByText('guest')).toBeTruthy();
    expect(screen.getByLabelText('Sent')).toBeTruthy();
    expect(screen.getByLabelText('Queued')).toBeTruthy();
    expect(screen.getByText('queued')).toBeTruthy();
  });

  it('a failed message says why and can be sent again, put back or deleted', async () => {
    const { person, onRetry, onPutBack, onDelete } = setUp({ pending: [failed] });
    expect(screen.getByText('This message is too long')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await person.click(screen.getByRole('button', { name: 'Put back' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    for (const call of [onRetry, onPutBack, onDelete]) expect(call).toHaveBeenCalledExactlyOnceWith('mine');
  });

  it('X-35: a whisper says between whom it is', () => {
    const heard = messageAt(1, { is_private: true, recipient_usernames: ['me', 'zoya'] });
    const said = messageAt(2, { sender: 'me', is_private: true, recipient_usernames: ['riya'] });
    setUp({ book: bookOf([heard, said]) });
    expect(screen.getByText('only you and riya, zoya')).toBeTruthy();
    expect(screen.getByText('only you and riya')).toBeTruthy();
  });

  it('GC-07: offers older messages while there are any', async () => {
    const { person, onLoadOlder } = setUp({ book: bookOf([messageAt(9)], true) });
    await person.click(screen.getByRole('button', { name: 'Load older messages' }));
    expect(onLoadOlder).toHaveBeenCalledOnce();
  });

  it('says where it begins when there are none', () => {
    setUp();
    expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull();
    expect(screen.getByText('This is where it all began.')).toBeTruthy();
  });

  it('remembers the newest message on screen, and Escape leads out', () => {
    const { onRead, onLeave } = setUp({ book: bookOf([messageAt(1), messageAt(7)]) });
    expect(onRead).toHaveBeenCalledWith(7);
    fireEvent.keyDown(screen.getByRole('region', { name: 'Messages' }), { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('a deleted message shows that it was one', () => {
    setUp({ book: bookOf([messageAt(1, { is_deleted: true, content: '' })]) });
    expect(screen.getByText('This message was deleted')).toBeTruthy();
  });
});

describe('what is read out and who types', () => {
  it('reads ‘name: text’ of new messages of others only', () => {
    const book = bookOf([messageAt(1, { content: 'old' })]);
    const { rerender, container } = render(<LiveMessages book={book} account="me" />);
    expect(container.textContent).toBe('');
    const next = upsertMessages(book, [
      messageAt(2, { content: 'hello' }),
      messageAt(3, { sender: 'me', content: 'mine' }),
    ]);
    rerender(<LiveMessages book={next} account="me" />);
    expect(container.textContent).toBe('riya: hello');
    expect(container.querySelector('[aria-live="polite"]')).toBeTruthy();
  });

  it.each([
    [['riya'], 'riya is typing…'],
    [['riya', '_guest-ivy'], 'riya and ivy are typing…'],
    [['a', 'b', 'c'], '3 people are typing…'],
    [[], ''],
  ])('GC-51: says of %j: %s', (names, words) => {
    const { container } = render(<TypingLine names={names} />);
    expect(container.textContent).toBe(words);
  });
});
