import { useEffect, useState } from 'react';

/** How long typing rests before something is searched. */
const SEARCH_PAUSE_MS = 300;

/** What was typed, without the spaces around it, once typing rests; at once when it was taken away. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed.trim() === '' ? '' : settled;
}
