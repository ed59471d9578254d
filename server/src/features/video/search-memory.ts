import { VIDEO_SEARCH_CACHE_MS } from '@adda/contract/video';
import type { VideoQuery, YoutubeClient, YoutubeVideo } from './youtube-client.ts';

/** Searches that are remembered at most; the one that was not asked for the longest goes first. */
const MOST_SEARCHES = 500;

/** Answers a search from memory, or asks and remembers. */
export type SearchMemory = (query: VideoQuery, ask: YoutubeClient) => Promise<readonly YoutubeVideo[]>;

type Remembered = { readonly videos: readonly YoutubeVideo[]; readonly until: number };

/** The same search in other capitals or with other gaps is the same search. */
const keyOf = ({ query, maxResults }: VideoQuery): string =>
  `${maxResults} ${query.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()}`;

/**
 * Remembers answers for ten minutes (SV-97), and lets the same searches at the same time share one call; the key of
 * the operator has a small daily allowance. Failures are not remembered.
 */
export function createSearchMemory({
  now = Date.now,
}: {
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}): SearchMemory {
  // A Map keeps the order of insertion: the first key is the one that was used least lately.
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
