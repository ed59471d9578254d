import { useEffect, useState } from 'react';

/** Milliseconds after which a card counts as viewed; a shorter time means that it was scrolled past. */
const STAY_MS = 700;

/** Whether the component has been mounted for a moment: requests per card wait for it. */
export function useStay(): boolean {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasStayed;
}
