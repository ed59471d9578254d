import type { QueryClient } from '@tanstack/react-query';

/** Marks a query whose answer shows other people: `meta: showsPeople`. */
export const showsPeople = { showsPeople: true } as const;

/**
 * Reads everything again that shows people: a block began or ended, or somebody has another name (SV-52, R-14).
 * What is not on screen is read when it is shown.
 */
export const rereadPeople = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.showsPeople === true });
