/**
 * Finding videos: asks YouTube with the operator's key and strict safe search, remembers what was found for a while,
 * and passes the pictures on, so that no browser loads anything from there before somebody presses Play (SV-97).
 */
import type { videoRoutes } from '@adda/contract/video';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { createSearchMemory } from './search-memory.ts';
import { createVideoSearch } from './video-search.service.ts';
import { createYoutubeClient } from './youtube-client.ts';

const YOUTUBE_URL = 'https://www.googleapis.com';

type Deps = {
  /** The setting YOUTUBE_API_KEY; without it nothing can be searched. */
  readonly apiKey: string | undefined;
  /** The setting YOUTUBE_BASE_URL; YouTube's own address unless set. */
  readonly baseUrl: string | undefined;
  readonly logger: Logger;
  /** Turns the address of a foreign picture into one of this server. */
  readonly remoteLink: (url: string) => string;
  readonly timeoutMs?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
};

/** The feature's face for the app. */
export type Video = {
  readonly handlers: Handlers<typeof videoRoutes>;
  /** Whether videos can be searched here; clients hide the search otherwise. */
  readonly canSearch: boolean;
};

/** Wires the search of this node. */
export function createVideo(deps: Deps): Video {
  const { apiKey, baseUrl = YOUTUBE_URL, logger, remoteLink, timeoutMs, now } = deps;
  const search = createVideoSearch({
    client: apiKey === undefined ? undefined : createYoutubeClient({ apiKey, baseUrl, timeoutMs }),
    memory: createSearchMemory({ now }),
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
