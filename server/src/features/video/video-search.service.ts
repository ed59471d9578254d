import { videoUrlOf, type FoundVideo } from '@adda/contract/video';
import { appError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { SearchCache } from './search-cache.ts';
import { YoutubeFailure, type VideoQuery, type YoutubeClient } from './youtube-client.ts';

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
export type VideoSearch = (query: VideoQuery) => Promise<FoundVideo[]>;

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
