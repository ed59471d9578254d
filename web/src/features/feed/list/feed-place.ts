import type { VirtualItem } from '@tanstack/react-virtual';

/** Where somebody was in the feed: how far down, and how high the cards around there are. */
export type FeedPlace = { readonly offset: number; readonly heights: readonly VirtualItem[] };

/** It is kept for whoever is here, for as long as the page lives. */
let kept: { readonly account: string; readonly place: FeedPlace } | undefined;

/** Keeps somebody's place while they look at something else. */
export function keepPlace(account: string, place: FeedPlace): void {
  kept = { account, place };
}

/** Somebody's place in the feed, if they were there before. */
export const keptPlace = (account: string): FeedPlace | undefined =>
  kept?.account === account ? kept.place : undefined;

/** The feed starts anew, at its top. */
export function forgetPlace(): void {
  kept = undefined;
}
