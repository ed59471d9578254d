import type { Post } from '@adda/contract/feed';
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { isFocusLost } from '../../../ui/lost-focus.ts';

/** The focused card: the focused element, its post, and its index. */
type FocusedCard = {
  readonly element: Element;
  readonly mediaId: string | undefined;
  readonly index: number;
};

/**
 * Moves the focus when the focused card is removed with its post: to the next card, otherwise to the list, so that keyboard
 * scrolling continues. Spread the returned props on the list of cards, whose items need a `data-index`; `region` is its
 * container.
 */
export function useCardFocus(posts: readonly Post[], region: RefObject<HTMLElement | null>) {
  const at = useRef<FocusedCard>(undefined);
  useEffect(() => {
    const { current: before } = at;
    if (!before || before.element.isConnected || !isFocusLost()) return;
    at.current = undefined;
    const isGone = posts.every((post) => post.media_id !== before.mediaId);
    const next = Math.min(before.index, posts.length - 1);
    const card = isGone && region.current?.querySelector<HTMLElement>(`[data-index="${next}"] article`);
    if (card) card.focus();
    else region.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      at.current = { element: target, mediaId: posts[index]?.media_id, index };
    },
    // React fires no blur when it removes an element, so a blur means that the user moved the focus.
    onBlur: () => {
      at.current = undefined;
    },
  };
}
