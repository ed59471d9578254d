import type { Post } from '@adda/contract/feed';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollerOf } from '../../../ui/scroller-of.ts';
import { boxHeight } from '../media/media-frame.tsx';
import { itemKey } from '../post-keys.ts';
import { saveFeedScroll, savedFeedScroll, type FeedPlace } from './feed-scroll.ts';

/** Gap between two cards, in pixels. */
const GAP_PX = 20;

/** Cards rendered beyond the window, above and below. */
const OVERSCAN = 3;

/** The next page is requested when this many cards are left below. */
const NEAR_END_CARDS = 6;

/** Width of the list before layout, in pixels. */
const DEFAULT_WIDTH = 700;

export type PostRowsInput = FeedPlace & {
  posts: readonly Post[];
  hasMore: boolean;
  onMore: () => void;
};

/** Heights of a card's elements in pixels, and characters per row at the usual width. */
const HEADER = 76;
const ACTIONS = 60;
const LIKED_BY = 32;
const LINE = 24;
const LINE_CHARACTERS = 70;
const AD_LINK = 72;

/** Maximum share of the window's height for a picture, the same as in the CSS of a card. */
const MAX_WINDOW_SHARE = 0.8;

/**
 * Returns the estimated height of a card in pixels for a list of this width; replaced by the measured height after
 * rendering.
 */
function cardHeight(post: Post, width: number): number {
  const text = [post.caption, post.hashtags].filter(Boolean).join('\n');
  const lines = text === '' ? 0 : Math.ceil(text.length / LINE_CHARACTERS) + text.split('\n').length - 1;
  const picture = post.has_media ? Math.min(boxHeight(post, width), innerHeight * MAX_WINDOW_SHARE) : 0;
  const below = post.is_ad ? AD_LINK : ACTIONS + (post.liked_by.length > 0 ? LIKED_BY : 0);
  return HEADER + lines * LINE + picture + below;
}

/**
 * Renders the cards near the viewport of the nearest scroll container. Stores the scroll offset and the measured heights on
 * unmount and restores them on mount.
 */
export function usePostRows({ posts, account, tab, hasMore, onMore }: PostRowsInput) {
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);
  const [place] = useState(() => savedFeedScroll({ account, tab }));
  useLayoutEffect(() => {
    if (list.current) setScroller(scrollerOf(list.current));
  }, []);
  useLayoutEffect(() => {
    const top = list.current;
    const content = scroller?.firstElementChild;
    if (!top || !scroller || !content) return undefined;
    const measure = () => {
      const distance = top.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setMargin(Math.round(distance + scroller.scrollTop));
    };
    measure();
    // Content above the list changes its offset; setting the same number causes no re-render.
    const watcher = new ResizeObserver(measure);
    watcher.observe(content);
    return () => watcher.disconnect();
  }, [scroller]);
  // The React compiler is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: posts.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => {
      const post = posts[index];
      return post ? cardHeight(post, list.current?.clientWidth || DEFAULT_WIDTH) : 0;
    },
    getItemKey: (index) => {
      const post = posts[index];
      return post ? itemKey(post) : index;
    },
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
    initialOffset: place?.offset ?? 0,
    initialMeasurementsCache: place ? [...place.heights] : [],
    directDomUpdates: true,
  });
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    // Uses the virtualizer's offset: reading the element during a scroll would force a layout.
    return () =>
      saveFeedScroll({ account, tab }, { offset: rows.scrollOffset ?? 0, heights: rows.takeSnapshot() });
  }, [scroller, rows, account, tab]);
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  const isNearEnd = hasMore && last >= posts.length - NEAR_END_CARDS;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, posts.length, onMore]);
  return { list, container: rows.containerRef, rows, scroller };
}
