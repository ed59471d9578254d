import type { Query, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { shownCopies } from './shown-copies.ts';

/**
 * Marks a query whose newest response is kept on this device and read when the server can't be reached: `meta: keptOffline`
 * (PN-01). A function instead of `true` makes what is kept of the response; then its owner replaces the copy after a reconnect.
 */
export const keptOffline = { keptOffline: true } as const;

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.isUnreachable || (error.status >= 502 && error.status <= 504));

/** The `persister` of all queries: reads the kept copy of a marked query when the server can't be reached (PN-01). */
export async function orKeptCopy<Data, Key extends QueryKey>(
  read: (context: QueryFunctionContext<Key>) => Data | Promise<Data>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<Data> {
  try {
    const data = await read(context);
    shownCopies.delete(query.queryHash);
    return data;
  } catch (error) {
    const { state, meta, queryHash } = query;
    if (meta?.keptOffline === undefined || !isUnreachable(error)) throw error;
    if (state.data !== undefined) {
      if (shownCopies.has(queryHash)) return state.data as Data;
      throw error;
    }
    const copy = await import('./offline-copies.ts').then(
      ({ readCopy }) => readCopy(queryHash),
      () => undefined, // its code is not on this device
    );
    if (copy === undefined) throw error;
    if (meta.keptOffline === true) shownCopies.add(queryHash);
    return copy as Data;
  }
}
