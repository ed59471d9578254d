import { AD_EVERY, AD_PLACE } from '@adda/contract/feed';

/** Returns how many of a list's first `count` items are ad slots (SV-55). */
export const adPlacesBefore = (count: number): number =>
  Math.floor((count + AD_EVERY - 1 - AD_PLACE) / AD_EVERY);

/** Whether the item at a zero-based index is an ad slot. */
export const isAdPlace = (index: number): boolean => index % AD_EVERY === AD_PLACE;
