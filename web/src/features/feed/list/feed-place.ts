import type { VirtualItem } from '@tanstack/react-virtual';

/** Position in the feed: the scroll offset, and the heights of the cards around it. */
export type FeedPlace = { readonly offset: number; readonly heights: readonly VirtualItem[] };

/** Kept in memory for the logged-in account. */
let kept: { readonly account: string; readonly place: FeedPlace } | undefined;

/** Stores the feed position of an account while another view is open. */
export function keepPlace(account: string, place: FeedPlace): void {
  kept = { account, place };
}

/** Returns the stored feed position of an account, or undefined. */
export const keptPlace = (account: string): FeedPlace | undefined =>
  kept?.account === account ? kept.place : undefined;

/** Discards the position: the feed restarts at its top. */
export function forgetPlace(): void {
  kept = undefined;
}
