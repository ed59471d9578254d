import { LIST_FRESH_MS, LIST_RETRIES, LIST_RETRY_MAX_MS } from '@adda/contract/directory';
import { t } from '@lingui/core/macro';
import { replaceEqualDeep, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Whether a retry may help: not if the failure is about the request, the session or the rate limit. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < LIST_RETRIES && error instanceof ApiError && (error.isUnreachable || error.status >= 500);

/**
 * Query options for lists of users and conversations: identical requests within 120 s share a response
 * failures are retried up to 3 times, after 1, 2 and 4 s and never more than 30 s (DI-23, CV-12).
 */
export const listCalls = {
  staleTime: LIST_FRESH_MS,
  retry: mayRetry,
  retryDelay: (failures: number): number => Math.min(1000 * 2 ** failures, LIST_RETRY_MAX_MS),
} as const;

/** Describes why a list failed to load (DI-19 to DI-22, CV-11). */
export function listProblem(error: Error): string {
  if (!(error instanceof ApiError)) return t`API Error`;
  if (error.isUnreachable) return error.message;
  if (error.status === 401) return t`Unauthorized`;
  if (error.status === 400) return t`Invalid request parameters`;
  if (error.status !== 429) return t`API Error`;
  const seconds = error.retryAfterSeconds;
  return seconds === undefined
    ? t`Rate limit exceeded. Please try again later`
    : t`Rate limit exceeded. Please try again in ${seconds} seconds`;
}

/** Whether a list failed because of the session. */
export const isUnauthorized = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/**
 * Refetches a list from its first page, even if it is fresh; the first page stays on screen meanwhile.
 * A list that is not on screen is refetched when it is next shown.
 */
export function refetchFromStart(client: QueryClient, queryKey: QueryKey): void {
  client.setQueriesData<InfiniteData<unknown>>(
    { queryKey },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey });
}

const isPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

/**
 * `structuralSharing` of a paged list: loading another page keeps the cached pages. The response contains
 * them as they were at request time, which would undo later likes and deletions.
 */
export function keepCachedPages(held: unknown, now: unknown): unknown {
  const hasOneMorePage = isPages(held) && isPages(now) && now.pages.length === held.pages.length + 1;
  if (hasOneMorePage && held.pages.length > 0) {
    return { ...now, pages: [...held.pages, now.pages.at(-1)] };
  }
  return replaceEqualDeep(held, now);
}

/**
 * Returns the list of a response that is the list itself or has it under one of `names`: both shapes are
 * specified.
 */
export const listIn = <Item>(answer: Item[] | Readonly<Record<string, Item[]>>, ...names: string[]): Item[] =>
  Array.isArray(answer) ? answer : (names.map((name) => answer[name]).find(Boolean) ?? []);

/** The pages of a list with cursors. */
export type ItemPages<Item> = InfiniteData<{ items: Item[]; next_cursor: string | null }>;

/** Returns every loaded row once: one that moved up while further pages were loaded is on two of them. */
export function rowsOf<Item>(
  data: ItemPages<Item> | undefined,
  keyOf: (item: Item) => string,
): readonly Item[] {
  const byKey = new Map<string, Item>();
  for (const item of data?.pages.flatMap((page) => page.items) ?? []) {
    const key = keyOf(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
