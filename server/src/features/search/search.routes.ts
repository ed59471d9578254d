import type { searchRoutes } from '@adda/contract/search';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Media } from '../media/index.ts';
import type { Search } from './search.service.ts';

/** Creates the handlers of the search. Results have links to pictures, which the viewer cookie opens. */
export function searchHandlers(
  search: Search,
  { viewerCookie }: Pick<Media, 'viewerCookie'>,
): Handlers<typeof searchRoutes> {
  return {
    'GET /search/messages': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return search.findMessages(actor, query);
    },
    'GET /search': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return search.findAll(actor, query.q);
    },
  };
}
