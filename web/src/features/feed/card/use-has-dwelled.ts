import { useEffect, useState } from 'react';

/** Milliseconds after which a card counts as viewed; a shorter time means that it was scrolled past. */
const DWELL_MS = 700;

/** Whether the component has been mounted for a moment: requests per card wait for it. */
export function useHasDwelled(): boolean {
  const [hasDwelled, setDwelled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDwelled(true), DWELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasDwelled;
}
