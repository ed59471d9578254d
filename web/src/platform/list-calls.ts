import { LIST_FRESH_MS, LIST_RETRIES, LIST_RETRY_MAX_MS } from '@adda/contract/directory';
import { t } from '@lingui/core/macro';
import { replaceEqualDeep, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Whether asking again may help: not where the answer was about the question, the session or too many calls. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < LIST_RETRIES && error instanceof ApiError && (error.isUnreachable || error.status >= 500);

/**
 * How the lists of people and of conversations are asked for: identical questions within 120 s share an answer,
 * failures are tried again up to 3 times, after 1, 2 and 4 s and never more than 30 (DI-23, CV-12).
 */
export const listCalls = {
  staleTime: LIST_FRESH_MS,
  retry: mayRetry,
  retryDelay: (failures: number): number => Math.min(1000 * 2 ** failures, LIST_RETRY_MAX_MS),
} as const;

/** Why a list did not come (DI-19 to DI-22, CV-11). */
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

/** Whether it is the session that a list failed for. */
export const isUnauthorized = (error: Error): boolean => error instanceof ApiError && error.status === 401;

/**
 * Reads a list anew from its first page, although it may be fresh; what is held of that page stays on screen
 * meanwhile. A list that is not on screen is read when it is shown.
 */
export function rereadFromStart(client: QueryClient, queryKey: QueryKey): void {
  client.setQueriesData<InfiniteData<unknown>>(
    { queryKey },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey });
}

const isPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

/**
 * As `structuralSharing` of a list in pages: one more page leaves the others as they are held. It brings them as they were
 * when it was asked for, and what was liked or deleted meanwhile would be undone.
 */
export function keepHeldPages(held: unknown, now: unknown): unknown {
  const isOneMore = isPages(held) && isPages(now) && now.pages.length === held.pages.length + 1;
  if (isOneMore && held.pages.length > 0) {
    return { ...now, pages: [...held.pages, now.pages.at(-1)] };
  }
  return replaceEqualDeep(held, now);
}

/** The list of an answer that is a list itself or holds one by one of these names: both shapes are specified. */
export const listIn = <Item>(answer: Item[] | Readonly<Record<string, Item[]>>, ...names: string[]): Item[] =>
  Array.isArray(answer) ? answer : (names.map((name) => answer[name]).find(Boolean) ?? []);
