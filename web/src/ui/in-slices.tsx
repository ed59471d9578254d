import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** How long after its start the page counts as starting, in ms. */
const STARTING_MS = 5000;

let endsAt = 0;

/** Marks the start of the page, which ends with the first press. Without it nothing is rendered in slices. */
export function pageStarts(): void {
  endsAt = performance.now() + STARTING_MS;
  const end = () => {
    endsAt = 0;
  };
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, end, { once: true, capture: true });
}

/**
 * While the page starts, renders its children as a transition: in slices between which the browser handles input, with
 * `fallback` until then. Later it renders them at once, so that an open screen never goes back to a placeholder. For the large
 * lists of the first screen, which would otherwise block a slow phone for half a second.
 */
export function InSlices({ fallback, children }: { fallback: ReactNode; children: () => ReactNode }) {
  const [isReady, setReady] = useState(() => performance.now() > endsAt);
  useEffect(() => startTransition(() => setReady(true)), []);
  return isReady ? children() : fallback;
}
