import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { giftQueue } from './gift-queue.ts';
import { giftOf } from './gifts.fixture.ts';
import { LazyGiftShow } from './lazy-gift-show.tsx';
import { motionWish } from '../../ui/reduced-motion.fixture.ts';

const ROOM = giftOf().group_id;
const hear = (...gifts: ReturnType<typeof giftOf>[]) => act(() => gifts.forEach(giftQueue.hear));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** Returns the text that is shown over the messages. */
const shown = () => document.querySelector('[aria-hidden] > p')?.textContent;

const motion = motionWish();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

describe('gifts over the messages', () => {
  it('GI-03: every member sees the gift, screen readers announce it politely, and it disappears', async () => {
    const { container } = render(<LazyGiftShow groupId={ROOM} />);
    expect(container.textContent).toBe('');
    hear(giftOf());
    await waitFor(() => expect(shown()).toBe('ann sent ben a kiss 💋'));
    expect(document.querySelectorAll('.gift-burst > *').length).toBeGreaterThan(3);
    expect(container.firstElementChild?.className).toContain('pointer-events-none');
    await vi.waitFor(() => {
      pass(50);
      const said = document.querySelector('[aria-live="polite"]')?.textContent;
      expect(said).toBe('ann sent ben a kiss 💋');
    });
    pass(4000);
    expect(shown()).toBeUndefined();
    expect(giftQueue.current()).toEqual([]);
  });

  it('several gifts are shown one after the other, the first ones for a shorter time', async () => {
    render(<LazyGiftShow groupId={ROOM} />);
    hear(
      giftOf(),
      giftOf({ gift_type: 'love', gift_emoji: '❤️', sender: '_guest-ivy' }),
      giftOf({ gift_type: 'hug', gift_emoji: '🤗', recipient: 'asha' }),
    );
    await waitFor(() => expect(shown()).toBe('ann sent ben a kiss 💋'));
    pass(1700);
    expect(shown()).toBe('ivy sent ben love ❤️');
    pass(1700);
    expect(shown()).toBe('ann sent asha a hug 🤗');
    pass(1700);
    expect(shown()).toBe('ann sent asha a hug 🤗');
    pass(2000);
    expect(shown()).toBeUndefined();
  });

  it('with reduced motion only the text is shown', async () => {
    motion.isStill = true;
    render(<LazyGiftShow groupId={ROOM} />);
    hear(giftOf());
    await waitFor(() => expect(shown()).toBe('ann sent ben a kiss 💋'));
    expect(document.querySelector('.gift-burst')).toBeNull();
    expect(screen.queryAllByText('💋')).toEqual([]);
  });

  it('R-04: a repeated event is shown once', () => {
    render(<LazyGiftShow groupId={ROOM} />);
    const gift = giftOf();
    hear(gift, gift);
    expect(giftQueue.current()).toHaveLength(1);
    act(() => giftQueue.done(gift.gift_id));
    hear(gift);
    expect(giftQueue.current()).toEqual([]);
  });

  it('a full queue drops the oldest waiting gifts, not the gift being shown', () => {
    render(<LazyGiftShow groupId={ROOM} />);
    const gifts = Array.from({ length: 40 }, () => giftOf());
    hear(...gifts);
    expect(giftQueue.current()).toEqual([gifts[0], ...gifts.slice(-6)]);
  });

  it('without a subscriber nothing is kept, and a gift of another room is not shown', async () => {
    giftQueue.hear(giftOf());
    expect(giftQueue.current()).toEqual([]);
    const { unmount } = render(<LazyGiftShow groupId={ROOM} />);
    hear(giftOf({ group_id: 'b'.repeat(24) }));
    await vi.dynamicImportSettled();
    expect(shown()).toBeUndefined();
    unmount();
    expect(giftQueue.current()).toEqual([]);
  });
});
