/**
 * Finding messages, people, rooms, posts and hashtags. Owns no tables: each feature finds what it shows, and decides who may
 * see it.
 */
import type { Media } from '../media/index.ts';
import { searchHandlers } from './search.routes.ts';
import { createSearchService, type Searched } from './search.service.ts';

type Deps = Searched & { readonly media: Pick<Media, 'viewerCookie'> };

/** Creates the feature; its routes are in `handlers`. */
export function createSearch({ media, ...searched }: Deps) {
  return { handlers: searchHandlers(createSearchService(searched), media) };
}
