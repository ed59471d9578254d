import { useSyncExternalStore } from 'react';
import { areValidFilters, noFilters, readFilters, normalizeFilters, type Filters } from './filters.ts';

/** Storage key of the filters (DI-12). */
const KEY = 'userFilters';

const listeners = new Set<() => void>();
let cached: Filters | undefined;

function read(): Filters {
  const stored = localStorage.getItem(KEY);
  if (stored === null) return noFilters;
  try {
    const filters = normalizeFilters(readFilters(JSON.parse(stored)));
    return areValidFilters(filters) ? filters : noFilters;
  } catch {
    return noFilters; // invalid data counts as none
  }
}

function changed(): void {
  cached = undefined;
  for (const listener of listeners) listener();
}

addEventListener('storage', (event) => {
  if (event.key === null || event.key === KEY) changed();
});

/** The filters of the directory, stored in the browser and shared by its tabs. */
export const filterStore = {
  /** Returns the same object until the filters change. */
  current: (): Filters => (cached ??= read()),
  apply(filters: Filters): void {
    localStorage.setItem(KEY, JSON.stringify(normalizeFilters(filters)));
    changed();
  },
  clear(): void {
    localStorage.removeItem(KEY);
    changed();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** The stored filters, as a hook. */
export const useFilters = (): Filters => useSyncExternalStore(filterStore.subscribe, filterStore.current);
