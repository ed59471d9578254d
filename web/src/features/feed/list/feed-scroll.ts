import type { VirtualItem } from '@tanstack/react-virtual';

/** Position in the feed: the scroll offset, and the heights of the cards around it. */
export type FeedScroll = { readonly offset: number; readonly heights: readonly VirtualItem[] };

/** Kept in memory for the logged-in account. */
let saved: { readonly account: string; readonly scroll: FeedScroll } | undefined;

/** Stores the feed position of an account while another view is open. */
export function saveFeedScroll(account: string, scroll: FeedScroll): void {
  saved = { account, scroll };
}

/** Returns the stored feed position of an account, or undefined. */
export const savedFeedScroll = (account: string): FeedScroll | undefined =>
  saved?.account === account ? saved.scroll : undefined;

/** Discards the position: the feed restarts at its top. */
export function clearFeedScroll(): void {
  saved = undefined;
}
