import { videoUrlOf, type FoundVideo, VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import { appError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { YoutubeFailure, type VideoQuery, type YoutubeClient, type YoutubeVideo } from './youtube.gateway.ts';

type Deps = {
  /** Undefined when the operator has no key. */
  readonly client: YoutubeClient | undefined;
  readonly cache: SearchCache;
  readonly logger: Logger;
  readonly remoteLink: (url: string) => string;
};

/**
 * Searches videos. Throws `video_search_off` without a key and `video_search_failed` when YouTube does not respond.
 */
type VideoSearch = (query: VideoQuery) => Promise<FoundVideo[]>;

/** Creates the search (SV-97, VP-11, VP-15). */
export function createVideoSearch({ client, cache, logger, remoteLink }: Deps): VideoSearch {
  return async (query) => {
    if (!client) throw appError('video_search_off');
    try {
      const videos = await cache(query, client);
      // Picture links are created for each response: they may expire before the cache does.
      return videos.map(({ videoId, title, thumbnailUrl }) => ({
        video_id: videoId,
        title,
        thumbnail: remoteLink(thumbnailUrl),
        url: videoUrlOf(videoId),
      }));
    } catch (error) {
      if (!(error instanceof YoutubeFailure)) throw error;
      logger.warn({ reason: error.message }, 'YouTube did not answer a search');
      throw appError('video_search_failed');
    }
  };
}

/** Maximum of cached searches; the least recently used one is removed first. */
const MAX_SEARCHES = 500;

/** Returns a cached result, or queries and caches. */
type SearchCache = (query: VideoQuery, ask: YoutubeClient) => Promise<readonly YoutubeVideo[]>;

type CacheEntry = { readonly videos: readonly YoutubeVideo[]; readonly until: number };

/** Normalises a query: case and white space are ignored. */
const keyOf = ({ query, maxResults }: VideoQuery): string =>
  `${maxResults} ${query.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()}`;

/**
 * Caches results for ten minutes (SV-97), and shares one call between concurrent equal searches: the operator's key
 * has a small daily quota. Failures are not cached.
 */
export function createSearchCache({
  now = Date.now,
}: {
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}): SearchCache {
  // A Map keeps the insertion order: the first key is the least recently used.
  const cache = new Map<string, CacheEntry>();
  const pending = new Map<string, Promise<readonly YoutubeVideo[]>>();

  function read(key: string): readonly YoutubeVideo[] | undefined {
    const found = cache.get(key);
    if (!found) return undefined;
    cache.delete(key);
    if (found.until <= now()) return undefined;
    cache.set(key, found);
    return found.videos;
  }

  function store(key: string, videos: readonly YoutubeVideo[]): void {
    cache.set(key, { videos, until: now() + VIDEO_SEARCH_CACHE_MS });
    const [oldest] = cache.keys();
    if (cache.size > MAX_SEARCHES && oldest !== undefined) cache.delete(oldest);
  }

  function askShared(key: string, query: VideoQuery, ask: YoutubeClient) {
    const running = ask(query)
      .then((videos) => {
        store(key, videos);
        return videos;
      })
      .finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  }

  return async (query, ask) => {
    const key = keyOf(query);
    return read(key) ?? pending.get(key) ?? askShared(key, query, ask);
  };
}
