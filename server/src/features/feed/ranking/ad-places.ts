import { AD_EVERY, AD_PLACE } from '@adda/contract/feed';

/** How many of a list's first items are places for ads (SV-55). */
export const adPlacesBefore = (count: number): number =>
  Math.floor((count + AD_EVERY - 1 - AD_PLACE) / AD_EVERY);

/** Whether an item of a list, counted from 0, is a place for an ad. */
export const isAdPlace = (index: number): boolean => index % AD_EVERY === AD_PLACE;
