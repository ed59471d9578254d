import { useEffect, useState } from 'react';

/** Debounce delay of searches, in ms. */
const SEARCH_PAUSE_MS = 300;

/** Returns the trimmed input, debounced; an emptied input is returned immediately. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState(() => typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed.trim() === '' ? '' : settled;
}
