import type { QueryClient } from '@tanstack/react-query';

/** Marks a query whose response shows other users: `meta: showsPeople`. */
export const showsPeople = { showsPeople: true } as const;

/**
 * Refetches everything that shows users, after a block changed or a user was renamed (SV-52, R-14). Queries
 * that are not on screen are refetched when they are next shown.
 */
export const invalidatePeople = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.showsPeople === true });
