/** Items per page of the activity (NT-01). */
export const ACTIVITY_PAGE = 30;

/** Most characters of an item's excerpt (NT-01). */
export const ACTIVITY_EXCERPT_MAX = 140;

/** Most people that an item names; `actor_count` counts all of them (NT-01). */
export const ACTIVITY_ACTORS_MAX = 3;

/** Hours in which likes, follows or emoji reactions of one subject are one item, from the first of them (NT-01). */
export const ACTIVITY_GROUP_HOURS = 24;

/** Shortest time between two events about one item, in milliseconds (NT-02). */
export const ACTIVITY_EVENT_INTERVAL_MS = 500;
