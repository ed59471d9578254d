import { useEffect, useState } from 'react';

/** A card that is there for so long is looked at, in ms; one before that flew by. */
const STAY_MS = 700;

/** Whether this has been on screen for a moment: what costs the server something waits for it. */
export function useStay(): boolean {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStayed(true), STAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasStayed;
}
