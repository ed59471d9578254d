import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { openStore } from '../history/message-store.ts';
import { listPropsOf, noPlaces, TestMessageList } from './message-list.fixture.tsx';
import { rowHeight } from './row-height.ts';

const quote = {
  message_id: 'a-1',
  sequence: 1,
  sender: 'esha',
  excerpt: 'see you at ten',
  has_image: false,
  has_voice: false,
  has_video: false,
  is_deleted: false,
};

function show(messages: ReturnType<typeof messageAt>[], mentions?: { count: number; oldest: number }) {
  const onJump = vi.fn();
  const onProfile = vi.fn();
  const onReply = vi.fn();
  const onSeen = vi.fn();
  const props = listPropsOf({
    store: openStore(pageOf(messages)),
    places: { ...noPlaces, onJump },
    actions: { onProfile, onReply },
    ...(mentions && { mentions: { ...mentions, onSeen } }),
  });
  const view = render(<TestMessageList {...props} />);
  return { ...view, onJump, onProfile, onReply, onSeen };
}

beforeAll(() => import('../parts.ts'));
beforeEach(() => {
  // happy-dom has no layout: give the list a viewport to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

describe('quotes', () => {
  it('RY-01, RY-04: a quote shows sender and excerpt, and a press goes to the message', async () => {
    const { person, onJump } = show([messageAt(9, { reply_to: quote })]);
    const button = await screen.findByRole('button', { name: 'In reply to esha see you at ten' });
    await person.click(button);
    expect(onJump).toHaveBeenCalledExactlyOnceWith(1, expect.any(HTMLElement));
  });

  it.each([
    [{ excerpt: '', has_image: true }, 'Photo'],
    [{ excerpt: '', has_video: true }, 'Video'],
    [{ excerpt: '', has_voice: true }, 'Voice message'],
    [{ excerpt: '', is_deleted: true }, 'This message was deleted'],
  ])('RY-01: a quote without text says what it is: %j', async (given, text) => {
    show([messageAt(9, { reply_to: { ...quote, ...given } })]);
    expect(await screen.findByRole('button', { name: `In reply to esha ${text}` })).toBeTruthy();
  });

  it('RY-01: a quoted photo with a caption shows a sign and is announced as a photo', async () => {
    show([messageAt(9, { reply_to: { ...quote, has_image: true } })]);
    const button = await screen.findByRole('button', { name: 'In reply to esha Photo see you at ten' });
    expect(button.querySelector('svg')).toBeTruthy();
  });

  it('RY-01: what the reader may not see is no button', async () => {
    show([messageAt(9, { reply_to: { ...quote, sender: null, excerpt: '' } })]);
    expect(await screen.findByText('A message you can’t see')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /In reply to/ })).toBeNull();
  });

  it('RY-01: the estimated height has space for the quote, and more for a long one', () => {
    const rowOf = (reply_to: typeof quote | null) =>
      rowHeight(
        { kind: 'message', key: 'k', isOwn: false, isFirst: true, message: messageAt(9, { reply_to }) },
        360,
      );
    expect(rowOf(quote)).toBeGreaterThan(rowOf(null) + 44);
    expect(rowOf({ ...quote, excerpt: 'long '.repeat(20) })).toBeGreaterThan(rowOf(quote));
  });
});

describe('edited messages', () => {
  it('ED-02: say so, with the time', async () => {
    show([messageAt(1, { edited_at: '2026-11-21T10:05:00.000Z' }), messageAt(2)]);
    const label = (await screen.findByText('edited')).closest('[title]');
    expect(label?.getAttribute('title')).toMatch(/21 November 2026, 03:35 pm/);
    expect(label?.textContent).toContain(label?.getAttribute('title'));
    expect(screen.getAllByText('edited')).toHaveLength(1);
  });
});

describe('mentions', () => {
  it('MN-03: one’s own name is marked and the message has a stripe; another name shows the profile', async () => {
    const content = 'hi @Me. and @esha, not @nobody or me@esha.example';
    const { person, onProfile, container } = show([messageAt(1, { content, mentions: ['me', 'esha'] })]);
    expect((await screen.findByText('@Me')).tagName).toBe('MARK');
    expect(screen.getByText('Mentions you:')).toBeTruthy();
    expect(container.querySelector('.border-s-marigold')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: '@esha' }));
    expect(onProfile).toHaveBeenCalledExactlyOnceWith('esha');
    expect(container.textContent).toContain(content);
    expect(container.querySelectorAll('mark')).toHaveLength(1);
  });

  it('MN-03: a message that mentions others has no stripe', async () => {
    const { container } = show([messageAt(1, { content: 'hi @esha', mentions: ['esha'] })]);
    expect(await screen.findByRole('button', { name: '@esha' })).toBeTruthy();
    expect(container.querySelector('.border-s-marigold')).toBeNull();
  });

  it('MN-03: ‘Jump to mention’ goes to the oldest one', async () => {
    const { person, onJump, onSeen } = show([messageAt(9)], { count: 2, oldest: 4 });
    await person.click(await screen.findByRole('button', { name: 'Jump to mention (2)' }));
    expect(onJump).toHaveBeenCalledExactlyOnceWith(4, expect.any(HTMLElement));
    expect(onSeen).toHaveBeenCalledOnce();
  });
});

describe('swiping a message', () => {
  const swipe = (element: Element, by: { x: number; y: number }) => {
    const touch = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] });
    fireEvent.touchStart(element, touch(200, 200));
    fireEvent.touchMove(element, touch(200 + by.x / 2, 200 + by.y / 2));
    fireEvent.touchMove(element, touch(200 + by.x, 200 + by.y));
    fireEvent.touchEnd(element, { touches: [] });
  };

  it.each([
    ['to the side', { x: 70, y: 5 }, 1],
    ['to the other side', { x: -70, y: 5 }, 1],
    ['not far enough', { x: 40, y: 0 }, 0],
    ['up or down: that scrolls', { x: 60, y: 90 }, 0],
  ])('RY-04: %s', async (_name, by, times) => {
    const { onReply } = show([messageAt(1)]);
    // Swiping is loaded after the messages, whose rows may be replaced by that.
    await waitFor(() => {
      swipe(screen.getByText('message 1'), { x: 70, y: 0 });
      expect(onReply).toHaveBeenCalled();
    });
    onReply.mockClear();
    swipe(screen.getByText('message 1'), by);
    expect(onReply).toHaveBeenCalledTimes(times);
  });
});
