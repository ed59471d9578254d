import type { Post } from '@adda/contract/feed';
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { isFocusLost } from '../../../ui/lost-focus.ts';

/** The card that has the focus: what of it, whose post, and how far down. */
type FocusedCard = {
  readonly element: Element;
  readonly mediaId: string | undefined;
  readonly index: number;
};

/**
 * When a card that had the focus goes because its post is gone, the next card has it; otherwise the list, so that keys
 * scroll on. Give the props to the list of cards, whose items say their `data-index`; `region` is what is around it.
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
    // React tells of no blur while it takes things away, so this is somebody who went elsewhere.
    onBlur: () => {
      at.current = undefined;
    },
  };
}
