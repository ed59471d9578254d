import { lazyPart } from '../../ui/lazy-part.tsx';

/** What of a room alone is opened often: fetched when there is nothing else to do. */
export const roomParts = {
  suggestions: lazyPart(() => import('./composer/mention-suggestions.tsx')),
};
