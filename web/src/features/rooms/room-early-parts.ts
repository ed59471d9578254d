import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

/** What of a room alone is opened often: fetched when there is nothing else to do. */
export const roomParts = {
  suggestions: lazyComponent(() => withOpenedTexts(() => import('./composer/mention-suggestions.tsx'))),
};
