/** What `meta.keptOffline` of a query may be: see `keptOffline`. */
export type KeptOffline = true | ((data: unknown) => unknown);

/** Queries that show a copy, by hash. */
const copies = new Set<string>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Which queries show what was kept, because the server could not be reached (PN-01). */
export const shownCopies = {
  has: (hash: string): boolean => copies.has(hash),
  isAny: (): boolean => copies.size > 0,
  add(hash: string): void {
    copies.add(hash);
    changed();
  },
  delete(hash: string): void {
    if (copies.delete(hash)) changed();
  },
  clear(): void {
    copies.clear();
    changed();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
