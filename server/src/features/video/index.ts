/**
 * Video search: queries YouTube with the operator's key and strict safe search, caches the results for a while, and
 * serves the thumbnails, so that browsers load nothing from YouTube before the user presses Play (SV-97).
 */
import type { videoRoutes } from '@adda/contract/video';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { createSearchCache, createVideoSearch } from './video-search.service.ts';
import { createYoutubeClient } from './youtube.gateway.ts';

const YOUTUBE_URL = 'https://www.googleapis.com';

type Deps = {
  /** The setting YOUTUBE_API_KEY. Without it the search is disabled. */
  readonly apiKey: string | undefined;
  /** The setting YOUTUBE_BASE_URL; default: YouTube's API. */
  readonly baseUrl: string | undefined;
  readonly logger: Logger;
  /** Converts the URL of an external picture to one of this server. */
  readonly remoteLink: (url: string) => string;
  readonly timeoutMs?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
};

/** The interface of the feature. */
export type Video = {
  readonly handlers: Handlers<typeof videoRoutes>;
  /** Whether the search is enabled. Clients hide it otherwise. */
  readonly canSearch: boolean;
};

/** Creates the video search of this node. */
export function createVideo(deps: Deps): Video {
  const { apiKey, baseUrl = YOUTUBE_URL, logger, remoteLink, timeoutMs, now } = deps;
  const search = createVideoSearch({
    client: apiKey === undefined ? undefined : createYoutubeClient({ apiKey, baseUrl, timeoutMs }),
    cache: createSearchCache({ now }),
    logger,
    remoteLink,
  });
  return {
    handlers: {
      'POST /youtube/search': ({ body }) => search({ query: body.query, maxResults: body.max_results }),
    },
    canSearch: apiKey !== undefined,
  };
}
