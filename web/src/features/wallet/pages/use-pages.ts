import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';

type Numbered = { readonly page: number; readonly total_pages: number };

/** A list that is read page by page, as its view sees it. */
export type Pages<Page> = {
  /** The page on screen: the last one that came. */
  readonly shown: Page | undefined;
  /** The page that was asked for, from 1. */
  readonly wanted: number;
  readonly isFetching: boolean;
  /** What was asked for did not come. */
  readonly hasFailed: boolean;
  readonly turnTo: (page: number) => void;
  readonly retry: () => void;
};

/** Reads a list page by page. What is on screen stays until the next page is there, also when that fails (WA-17). */
export function usePages<Page extends Numbered, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
): Pages<Page> {
  const [wanted, setWanted] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(queryOf(wanted));
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  // The last line of the last page is gone.
  const last = Math.max(1, data?.total_pages ?? wanted);
  if (wanted > last) setWanted(last);
  return {
    shown: data ?? shown,
    wanted,
    isFetching,
    hasFailed: error !== null,
    turnTo: setWanted,
    retry: () => void refetch(),
  };
}
