import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** What of a room alone is opened often: fetched when there is nothing else to do. */
export const roomParts = {
  suggestions: lazyPart(() => withOpenedTexts(() => import('./composer/mention-suggestions.tsx'))),
};
