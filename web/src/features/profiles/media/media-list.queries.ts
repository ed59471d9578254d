import { MEDIA_LIST_DEBOUNCE_MS, MEDIA_PAGE } from '@adda/contract/feed/limits';
import type { Post } from '@adda/contract/feed';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { keepCachedPages } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { cacheFollows, postKeys, type MediaPage } from '../../feed/index.ts';

/** Returns the page of a response in either of its shapes. */
const pageIn = (answer: Post[] | MediaPage): MediaPage =>
  Array.isArray(answer) ? { media: answer, total_count: answer.length } : answer;

/**
 * The posts of a user, or only the locked ones, the newest first, paged (ME-24, ME-25, HM-15). Whether a page is the last is decided when it is read, so
 * later deletions don't change it.
 */
export const mediaList = (client: QueryClient, username: string, isLocked = false) =>
  infiniteQueryOptions({
    queryKey: isLocked ? [...postKeys.media(username), 'locked'] : postKeys.media(username),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<MediaPage> => {
      const query = {
        creator: username,
        limit: MEDIA_PAGE,
        ...(pageParam !== '' && { after: pageParam }),
        ...(isLocked && { locked: 'true' as const }),
      };
      const page = pageIn(await api('GET /media/list', { query, signal }));
      cacheFollows(client, page.media);
      const isEnd = page.media.length < MEDIA_PAGE;
      return { ...page, next: isEnd ? undefined : page.media.at(-1)?.position };
    },
    getNextPageParam: ({ next }: MediaPage) => next,
    structuralSharing: keepCachedPages,
    meta: showsPeople,
  });

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Reloads a user's media, debounced: once for all changes within 300 ms (ME-26, CO-46). */
export function refreshMedia(client: QueryClient, username: string): void {
  clearTimeout(timers.get(username));
  const refresh = () => {
    timers.delete(username);
    void client.invalidateQueries({ queryKey: postKeys.media(username) });
  };
  timers.set(username, setTimeout(refresh, MEDIA_LIST_DEBOUNCE_MS));
}
