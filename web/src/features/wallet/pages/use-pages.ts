import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

type Numbered = { readonly page: number; readonly total_pages: number };

/** State of a paginated list for its view. */
export type Pages<Page> = {
  /** The visible page: the last one that loaded. */
  readonly current: Page | undefined;
  /** The requested page, from 1. */
  readonly requested: number;
  readonly isFetching: boolean;
  /** The requested page failed to load. */
  readonly hasFailed: boolean;
  readonly turnTo: (page: number) => void;
  readonly retry: () => void;
};

/** Reads a list page by page. The visible page stays until the next one has loaded, also if that fails (WA-17). */
export function usePages<Page extends Numbered, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
): Pages<Page> {
  const [requested, setRequested] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(queryOf(requested));
  const [current, setCurrent] = useState(data);
  if (data !== undefined && data !== current) setCurrent(data);
  // The last page may have become empty.
  const last = Math.max(1, data?.total_pages ?? requested);
  if (requested > last) setRequested(last);
  return {
    current: data ?? current,
    requested,
    isFetching,
    hasFailed: error !== null,
    turnTo: setRequested,
    retry: () => void refetch(),
  };
}
