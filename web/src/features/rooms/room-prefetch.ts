import { lazyComponent } from '../../ui/lazy-component.tsx';

/** Frequently opened lazy components of rooms: prefetched when the browser is idle. */
export const prefetchedRoomComponents = {
  composerParts: lazyComponent(() => import('./composer/composer-parts.ts')),
};
