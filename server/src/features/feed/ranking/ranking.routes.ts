import type { postsRoutes } from '@adda/contract/feed';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { FeedOptions } from '../feed.types.ts';
import { createFeedPages } from './feed-pages.service.ts';

/** Handlers of the feed pages. */
export function rankingHandlers(options: FeedOptions): Pick<Handlers<typeof postsRoutes>, 'GET /feed/'> {
  const pages = createFeedPages(options);
  return {
    'GET /feed/': ({ actor, query, origin }) => {
      options.media.viewerCookie.remember(origin.cookies, actor);
      return pages.list(actor.userId, query);
    },
  };
}
