import { useMemo, useSyncExternalStore } from 'react';
import type { Extent } from './player-place.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

const width = () => innerWidth;
const height = () => innerHeight;

/** Returns width and height of the window in pixels; re-renders when they change. */
export function useWindowExtent(): Extent {
  const extent = {
    width: useSyncExternalStore(subscribe, width),
    height: useSyncExternalStore(subscribe, height),
  };
  return useMemo(() => ({ width: extent.width, height: extent.height }), [extent.width, extent.height]);
}
