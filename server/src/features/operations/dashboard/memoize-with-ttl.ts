/**
 * A value that is worth sharing: it is made when somebody asks, those who ask meanwhile wait for the same, and it stands
 * for `milliseconds` after it was begun. A failure reaches who waits for it and is not kept.
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
