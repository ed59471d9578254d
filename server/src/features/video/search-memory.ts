import { VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import type { VideoQuery, YoutubeClient, YoutubeVideo } from './youtube-client.ts';

/** Maximum of cached searches; the least recently used one is removed first. */
const MOST_SEARCHES = 500;

/** Returns a cached result, or queries and caches. */
export type SearchMemory = (query: VideoQuery, ask: YoutubeClient) => Promise<readonly YoutubeVideo[]>;

type Remembered = { readonly videos: readonly YoutubeVideo[]; readonly until: number };

/** Normalises a query: case and white space are ignored. */
const keyOf = ({ query, maxResults }: VideoQuery): string =>
  `${maxResults} ${query.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()}`;

/**
 * Caches results for ten minutes (SV-97), and shares one call between concurrent equal searches: the operator's key
 * has a small daily quota. Failures are not cached.
 */
export function createSearchMemory({
  now = Date.now,
}: {
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}): SearchMemory {
  // A Map keeps the insertion order: the first key is the least recently used.
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<readonly YoutubeVideo[]>>();

  function recall(key: string): readonly YoutubeVideo[] | undefined {
    const found = remembered.get(key);
    if (!found) return undefined;
    remembered.delete(key);
    if (found.until <= now()) return undefined;
    remembered.set(key, found);
    return found.videos;
  }

  function remember(key: string, videos: readonly YoutubeVideo[]): void {
    remembered.set(key, { videos, until: now() + VIDEO_SEARCH_CACHE_MS });
    const [oldest] = remembered.keys();
    if (remembered.size > MOST_SEARCHES && oldest !== undefined) remembered.delete(oldest);
  }

  function askOnce(key: string, query: VideoQuery, ask: YoutubeClient) {
    const running = ask(query)
      .then((videos) => {
        remember(key, videos);
        return videos;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  }

  return async (query, ask) => {
    const key = keyOf(query);
    return recall(key) ?? underWay.get(key) ?? askOnce(key, query, ask);
  };
}
