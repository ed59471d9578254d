import type { FeedTabName } from '@adda/contract/feed';
import type { VirtualItem } from '@tanstack/react-virtual';

/** Position in a tab of the feed: the scroll offset, and the heights of the cards around it. */
export type FeedScroll = { readonly offset: number; readonly heights: readonly VirtualItem[] };

/** A tab of the feed, as an account sees it. */
export type FeedPlace = { readonly account: string; readonly tab: FeedTabName };

/** Kept in memory for the logged-in account. */
const saved = new Map<FeedTabName, { readonly account: string; readonly scroll: FeedScroll }>();

/** Stores the position of a tab while another view is open. */
export function saveFeedScroll({ account, tab }: FeedPlace, scroll: FeedScroll): void {
  saved.set(tab, { account, scroll });
}

/** Returns the stored position of a tab, or undefined. */
export function savedFeedScroll({ account, tab }: FeedPlace): FeedScroll | undefined {
  const place = saved.get(tab);
  return place?.account === account ? place.scroll : undefined;
}

/** Discards the position: the tab restarts at its top. */
export function clearFeedScroll(tab: FeedTabName): void {
  saved.delete(tab);
}
