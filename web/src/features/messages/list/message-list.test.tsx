import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { LiveMessages } from './live-messages.tsx';
import type { MessageActions } from './message-actions.ts';
import { openStore, upsertMessages } from '../history/message-store.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { TypingLine } from './typing-line.tsx';

const bookOf = (messages: ReturnType<typeof messageAt>[], hasOlder = false) =>
  openStore(pageOf(messages, { has_more: hasOlder }));

const failed: OutboxEntry = {
  clientMessageId: 'mine',
  content: 'not gone',
  queuedAt: 0,
  tries: 1,
  state: 'failed',
  detail: 'This message is too long',
};

/** Nobody is asked for pictures. */
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

const List = (props: MessageListProps) => (
  <QueryClientProvider client={client}>
    <MessageList {...props} />
  </QueryClientProvider>
);

function setUp(given: Partial<MessageListProps> = {}) {
  const calls = {
    onLoadOlder: vi.fn(),
    onRead: vi.fn(),
    onLeave: vi.fn(),
    onRetry: vi.fn(),
    onPutBack: vi.fn(),
    onDelete: vi.fn(),
  };
  const actions = {
    menuOf: undefined,
    onMenu: vi.fn(),
    onProfile: vi.fn(),
    onOpenImage: vi.fn(),
    onRefreshImage: vi.fn<MessageActions['onRefreshImage']>(() => Promise.resolve(undefined)),
  };
  const props: MessageListProps = {
    store: bookOf([messageAt(1)]),
    pending: [],
    account: 'me',
    readTo: 0,
    isCaughtUp: true,
    isLoadingOlder: false,
    hasOlderFailed: false,
    actions,
    ...calls,
    ...given,
  };
  return { ...calls, ...actions, props, ...render(<List {...props} />) };
}

// What is fetched when it is needed: not within the time of a test.
beforeAll(() => Promise.all([import('./message-image.tsx'), import('../../video/index.ts')]));
beforeEach(() => {
  // happy-dom lays nothing out: give the list a window to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

describe('the list of messages', () => {
  it('shows others with name and guest tag, the own ones with their state', () => {
    const own = messageAt(2, { sender: 'me', content: 'mine' });
    setUp({
      store: bookOf([messageAt(1, { sender: '_guest-ivy' }), own]),
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
    expect(await screen.findByText('This message is too long')).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: 'Retry' }));
    await person.click(screen.getByRole('button', { name: 'Put back' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    for (const call of [onRetry, onPutBack, onDelete]) expect(call).toHaveBeenCalledExactlyOnceWith('mine');
  });

  it('X-35: a whisper says between whom it is', () => {
    const heard = messageAt(1, { is_private: true, recipient_usernames: ['me', 'zoya'] });
    const said = messageAt(2, { sender: 'me', is_private: true, recipient_usernames: ['riya'] });
    setUp({ store: bookOf([heard, said]) });
    expect(screen.getByText('only you and riya, zoya')).toBeTruthy();
    expect(screen.getByText('only you and riya')).toBeTruthy();
  });

  it('GC-07: offers older messages while there are any', async () => {
    const { person, onLoadOlder } = setUp({ store: bookOf([messageAt(9)], true) });
    await person.click(screen.getByRole('button', { name: 'Load older messages' }));
    expect(onLoadOlder).toHaveBeenCalledOnce();
  });

  it('says where it begins when there are none', () => {
    setUp();
    expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull();
    expect(screen.getByText('This is where it all began.')).toBeTruthy();
  });

  it('remembers the newest message on screen, and Escape leads out', () => {
    const { onRead, onLeave } = setUp({ store: bookOf([messageAt(1), messageAt(7)]) });
    expect(onRead).toHaveBeenCalledWith(7);
    fireEvent.keyDown(screen.getByRole('region', { name: 'Messages' }), { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('a deleted message shows that it was one, and offers nothing', () => {
    setUp({ store: bookOf([messageAt(1, { is_deleted: true, content: '' })]) });
    expect(screen.getByText('This message was deleted')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Options/ })).toBeNull();
  });

  it('GC-33: shows a message’s image and video, also without words, and one’s own before it is sent', async () => {
    const withBoth = messageAt(1, {
      content: '',
      image_url: '/media/images/i',
      image_width: 640,
      image_height: 480,
      youtube_url: 'https://www.youtube.com/watch?v=abcdefghijk',
    });
    const image = { id: 'img-1', url: '/media/images/img-1', width: 100, height: 100 };
    setUp({
      store: bookOf([withBoth]),
      pending: [{ ...failed, state: 'queued', content: '', attachments: { image } }],
    });
    expect(await screen.findAllByRole('button', { name: 'Show Image' })).toHaveLength(1);
    expect(await screen.findByRole('img', { name: 'Your image' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Play video' })).toBeTruthy();
  });

  const pictured = { content: '', image_url: '/media/images/i', image_width: 640, image_height: 480 };

  it('one’s own image is in sight; another’s is hidden until asked for, and can be hidden again', async () => {
    const own = messageAt(1, { ...pictured, sender: 'me' });
    const { person } = setUp({ store: bookOf([own, messageAt(2, pictured)]) });
    const [shown] = await screen.findAllByRole('button', { name: 'Hide image' });
    expect(screen.getAllByRole('img', { name: /^Image from/ })).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    expect(screen.getAllByRole('img', { name: /^Image from/ })).toHaveLength(2);
    await person.click(shown ?? document.body);
    expect(screen.getAllByRole('button', { name: 'Show Image' })).toHaveLength(1);
  });

  it('PC-12: in a private chat each image is hidden by default; what was just sent is not covered by being confirmed', async () => {
    const image = { id: 'img-1', url: '/media/images/img-1', width: 100, height: 100 };
    const { props, rerender } = setUp({ pending: [{ ...failed, state: 'sending', attachments: { image } }] });
    const actions = { ...props.actions, coversOwnImages: true };
    const own = (sequence: number, clientMessageId: string) =>
      messageAt(sequence, { ...pictured, sender: 'me', clientMessageId });
    rerender(
      <MessageList
        {...props}
        actions={actions}
        pending={[]}
        store={bookOf([own(1, 'older'), own(2, 'mine')])}
      />,
    );
    expect(await screen.findAllByRole('button', { name: 'Show Image' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: 'Hide image' })).toHaveLength(1);
  });

  it('no line of new messages is drawn for what comes while the person looks', () => {
    const { props, rerender } = setUp({ store: bookOf([messageAt(1)]), readTo: 1 });
    rerender(<List {...props} store={bookOf([messageAt(1), messageAt(2)])} />);
    expect(screen.queryByText('New messages')).toBeNull();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    rerender(<List {...props} store={bookOf([messageAt(1), messageAt(2), messageAt(3)])} />);
    expect(screen.getByText('New messages')).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('the line of new messages stands above what was said since the visit before', () => {
    const { props, rerender } = setUp({ store: bookOf([messageAt(1)]), readTo: 1, isCaughtUp: false });
    const store = bookOf([messageAt(1), messageAt(2)]);
    rerender(<List {...props} isCaughtUp={false} store={store} />);
    expect(screen.getByText('New messages')).toBeTruthy();
    rerender(<List {...props} isCaughtUp store={store} />);
    rerender(<List {...props} isCaughtUp store={bookOf([messageAt(1), messageAt(2), messageAt(3)])} />);
    expect(screen.getByText('New messages')).toBeTruthy();
  });

  it('opens a profile by the name and a menu by its button', async () => {
    const { person, onProfile, onMenu } = setUp();
    await person.click(screen.getByRole('button', { name: 'riya' }));
    expect(onProfile).toHaveBeenCalledExactlyOnceWith('riya');
    const button = screen.getByRole('button', { name: 'Options of the message from riya' });
    await person.click(button);
    expect(onMenu).toHaveBeenCalledExactlyOnceWith(messageAt(1), button);
  });
});

describe('what is read out and who types', () => {
  it('reads ‘name: text’ of new messages of others only', () => {
    const store = bookOf([messageAt(1, { content: 'old' })]);
    const { rerender, container } = render(<LiveMessages store={store} account="me" />);
    expect(container.textContent).toBe('');
    const next = upsertMessages(store, [
      messageAt(2, { content: 'hello' }),
      messageAt(3, { sender: 'me', content: 'mine' }),
      messageAt(4, { content: 'look', image_url: '/x' }),
    ]);
    rerender(<LiveMessages store={next} account="me" />);
    expect(container.textContent).toBe('riya: helloriya: look (image)');
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
