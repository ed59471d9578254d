/**
 * Returns a function that caches the result of `make` for `milliseconds` from the start of the call. Concurrent callers
 * share one call. A rejection reaches its waiting callers and is not cached.
 */
export function memoizeWithTtl<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let made: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    const now = performance.now();
    if (made && now < made.until) return made.value;
    const value = make();
    const mine = { value, until: now + milliseconds };
    made = mine;
    value.catch(() => {
      if (made === mine) made = undefined;
    });
    return value;
  };
}
