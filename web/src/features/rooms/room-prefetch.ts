import { lazyComponent } from '../../ui/lazy-component.tsx';

/** Frequently opened lazy components of rooms: prefetched when the browser is idle. */
export const prefetchedRoomComponents = {
  parts: lazyComponent(() => import('./room-parts.ts')),
};
