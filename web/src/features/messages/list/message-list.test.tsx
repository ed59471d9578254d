import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefetchedComponents } from '../prefetch.ts';
import { render } from '../../../test/render.tsx';
import { LiveMessages } from './live-messages.tsx';
import type { MessageActions } from './message-actions.ts';
import { openStore, upsertMessages } from '../history/message-store.ts';
import { MessageList } from './message-list.tsx';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { listPropsOf, noPlaces, TestMessageList, type GivenListProps } from './message-list.fixture.tsx';
import { TypingLine } from './typing-line.tsx';

const bookOf = (messages: ReturnType<typeof messageAt>[], hasOlder = false) =>
  openStore(pageOf(messages, { has_more: hasOlder }));

const failed: OutboxMessage = {
  kind: 'message',
  clientMessageId: 'mine',
  content: 'not gone',
  queuedAt: 0,
  tries: 1,
  state: 'failed',
  detail: 'This message is too long',
};

function setUp(given: GivenListProps = {}) {
  const calls = {
    onLoadOlder: vi.fn(),
    onRead: vi.fn(),
    onLeave: vi.fn(),
    onRetry: vi.fn(),
    onPutBack: vi.fn(),
    onDelete: vi.fn(),
  };
  const actions = {
    onReact: vi.fn(),
    onReply: vi.fn(),
    onEdit: vi.fn(),
    onWho: vi.fn(),
    onMenu: vi.fn(),
    onSheet: vi.fn(),
    onRun: vi.fn(),
    onProfile: vi.fn(),
    onOpenImage: vi.fn(),
    onRefreshImage: vi.fn<MessageActions['onRefreshImage']>(() => Promise.resolve(undefined)),
  };
  const props = listPropsOf({
    store: bookOf([messageAt(1)]),
    actions,
    ...calls,
    ...given,
  });
  return { ...calls, ...actions, props, ...render(<TestMessageList {...props} />) };
}

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all([import('./message-image.tsx'), import('../../video/index.ts')]));
beforeEach(() => {
  // happy-dom has no layout: give the list a viewport to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => prefetchedComponents.parts.load());

describe('the list of messages', () => {
  it('FT-01: shows texts with their formatting, and one to three emoji large', async () => {
    const contents = ['*so* ||he did it||', '> why', '😂😂', '😂😂😂😂', '<b>x</b>'];
    setUp({ store: bookOf(contents.map((content, index) => messageAt(index + 1, { content }))) });
    expect((await screen.findByText('so')).localName).toBe('strong');
    expect((await screen.findByText('why')).localName).toBe('blockquote');
    expect(screen.getByRole('button', { name: 'Hidden text, press to show' })).toBeTruthy();
    expect(screen.getByText('😂😂').className).toContain('text-3xl');
    expect(screen.getByText('😂😂😂😂').className).not.toContain('text-3xl');
    expect(screen.getByText('<b>x</b>')).toBeTruthy();
  });

  it('shows other users with name and guest tag, own messages with their state', () => {
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

  it('a failed message shows the reason and can be sent again, edited or deleted', async () => {
    const { person, onRetry, onPutBack, onDelete } = setUp({ pending: [failed] });
    expect(await screen.findByText('This message is too long')).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: 'Retry' }));
    await person.click(screen.getByRole('button', { name: 'Put back' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    for (const call of [onRetry, onPutBack, onDelete]) expect(call).toHaveBeenCalledExactlyOnceWith('mine');
  });

  it('PN-01, X-21: a message that waits for a connection can be put back or deleted', async () => {
    const { person, onPutBack, onDelete } = setUp({
      pending: [{ ...failed, state: 'queued', queuedAt: Date.now() - 60_000 }],
    });
    await person.click(await screen.findByRole('button', { name: 'Put back' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    for (const call of [onPutBack, onDelete]) expect(call).toHaveBeenCalledExactlyOnceWith('mine');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('X-35: a whisper shows its sender and recipients', () => {
    const received = messageAt(1, { is_private: true, recipient_usernames: ['me', 'zoya'] });
    const sent = messageAt(2, { sender: 'me', is_private: true, recipient_usernames: ['riya'] });
    setUp({ store: bookOf([received, sent]) });
    expect(screen.getByText('only you and riya, zoya')).toBeTruthy();
    expect(screen.getByText('only you and riya')).toBeTruthy();
  });

  it('GC-07: offers older messages while there are any', async () => {
    const { person, onLoadOlder } = setUp({ store: bookOf([messageAt(9)], true) });
    await person.click(screen.getByRole('button', { name: 'Load older messages' }));
    expect(onLoadOlder).toHaveBeenCalledOnce();
  });

  it('shows the start of the conversation if there are none', () => {
    setUp();
    expect(screen.queryByRole('button', { name: 'Load older messages' })).toBeNull();
    expect(screen.getByText('This is where it all began.')).toBeTruthy();
  });

  it('stores the newest message on screen, and Escape leaves the list', () => {
    const { onRead, onLeave } = setUp({ store: bookOf([messageAt(1), messageAt(7)]) });
    expect(onRead).toHaveBeenCalledWith(7);
    fireEvent.keyDown(screen.getByRole('region', { name: 'Messages' }), { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('a deleted message shows a marker without actions', () => {
    setUp({ store: bookOf([messageAt(1, { is_deleted: true, content: '' })]) });
    expect(screen.getByText('This message was deleted')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Options/ })).toBeNull();
  });

  it('GC-33: shows a message’s image and video, also without text, and own ones before they are sent', async () => {
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

  const imageFields = { content: '', image_url: '/media/images/i', image_width: 640, image_height: 480 };

  it('an own image is visible; other images are hidden until requested, and can be hidden again', async () => {
    const own = messageAt(1, { ...imageFields, sender: 'me' });
    const { person } = setUp({ store: bookOf([own, messageAt(2, imageFields)]) });
    const [shown] = await screen.findAllByRole('button', { name: 'Hide image' });
    expect(screen.getAllByRole('img', { name: /^Image from/ })).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    expect(screen.getAllByRole('img', { name: /^Image from/ })).toHaveLength(2);
    await person.click(shown ?? document.body);
    expect(screen.getAllByRole('button', { name: 'Show Image' })).toHaveLength(1);
  });

  it('PC-12: in a private chat each image is hidden by default; one that was just sent stays visible after the acknowledgement', async () => {
    const image = { id: 'img-1', url: '/media/images/img-1', width: 100, height: 100 };
    const { props, rerender } = setUp({ pending: [{ ...failed, state: 'sending', attachments: { image } }] });
    const actions = { ...props.actions, coversOwnImages: true };
    const own = (sequence: number, clientMessageId: string) =>
      messageAt(sequence, { ...imageFields, sender: 'me', clientMessageId });
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

  it('no unread line appears for messages that arrive while the user is at the end', () => {
    const { props, rerender } = setUp({ store: bookOf([messageAt(1)]), readTo: 1 });
    rerender(<TestMessageList {...props} store={bookOf([messageAt(1), messageAt(2)])} />);
    expect(screen.queryByText('New messages')).toBeNull();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    rerender(<TestMessageList {...props} store={bookOf([messageAt(1), messageAt(2), messageAt(3)])} />);
    expect(screen.getByText('New messages')).toBeTruthy();
    vi.restoreAllMocks();
  });

  it('the unread line is above the first message since the last visit', () => {
    const { props, rerender } = setUp({ store: bookOf([messageAt(1)]), readTo: 1, isCaughtUp: false });
    const store = bookOf([messageAt(1), messageAt(2)]);
    rerender(<TestMessageList {...props} isCaughtUp={false} store={store} />);
    expect(screen.getByText('New messages')).toBeTruthy();
    rerender(<TestMessageList {...props} isCaughtUp store={store} />);
    rerender(
      <TestMessageList {...props} isCaughtUp store={bookOf([messageAt(1), messageAt(2), messageAt(3)])} />,
    );
    expect(screen.getByText('New messages')).toBeTruthy();
  });

  it('HM-02: opened at the first unread message, it says how many are below, however late that was known', () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(5000);
    const store = bookOf([1, 2, 3, 4].map((sequence) => messageAt(sequence)));
    const { props, rerender } = setUp({ store, places: { ...noPlaces, isOpening: true } });
    const target = { id: 1, place: { sequence: 1, offset: 96 } };
    // The list is aimed and counts as opened in the same render.
    rerender(<TestMessageList {...props} readTo={1} places={{ ...noPlaces, target }} />);
    expect(screen.getByRole('button', { name: '3 new messages' })).toBeTruthy();
    vi.restoreAllMocks();
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

describe('announcements and typing users', () => {
  it('announces ‘name: text’ only of new messages of other users', () => {
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
  ])('GC-51: shows for %j: %s', (names, words) => {
    const { container } = render(<TypingLine names={names} />);
    expect(container.textContent).toBe(words);
  });
});
