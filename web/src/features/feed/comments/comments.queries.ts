import type { PostComment } from '@adda/contract/feed';
import { COMMENTS_PAGE } from '@adda/contract/feed/limits';
import {
  infiniteQueryOptions,
  mutationOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api, type CallOutput } from '../../../platform/api.ts';
import { keepCachedPages, listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { patchPost } from '../post-cache.ts';

type Page = CallOutput<'GET /media/comments'>;
type Pages = InfiniteData<Page, string>;

/** Query key of a post's comments. */
export const commentsKey = (mediaId: string) => ['comments', mediaId] as const;

/** Comments of a post, the newest first, paged (SV-61, Q-27). */
export const commentsOf = (mediaId: string) =>
  infiniteQueryOptions({
    ...listCalls,
    structuralSharing: keepCachedPages,
    queryKey: commentsKey(mediaId),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { media_id: mediaId, limit: COMMENTS_PAGE };
      return api('GET /media/comments', {
        query: pageParam === '' ? query : { ...query, before: pageParam },
        signal,
      });
    },
    getNextPageParam: ({ comments }: Page) =>
      comments.length < COMMENTS_PAGE ? undefined : comments.at(-1)?.comment_id,
    staleTime: 0,
    meta: showsPeople,
  });

/** Returns every comment once, without those of users who were blocked since. */
export function visibleComments(
  data: InfiniteData<Page> | undefined,
  blocked: ReadonlySet<string>,
): readonly PostComment[] {
  const all = data?.pages.flatMap((page) => page.comments) ?? [];
  const once = [...new Map(all.map((each) => [each.comment_id, each])).values()];
  return once.filter((each) => !blocked.has(each.username));
}

function changePages(client: QueryClient, mediaId: string, change: (page: Page, at: number) => Page): void {
  client.setQueryData<Pages>(
    commentsKey(mediaId),
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}

const setCommentCount = (client: QueryClient, mediaId: string, count: number) =>
  patchPost(client, mediaId, (post) => ({ ...post, comment_count: count }));

/** The caller, as the author of a comment without a response yet. */
export type Author = Pick<PostComment, 'username' | 'display_name' | 'avatar'>;

/** A comment to send; `key` is the same on every retry, so that a comment with a lost response is stored once. */
export type SentComment = { readonly text: string; readonly key: string };

/** Comments on a post (FE-51, SV-62); added to the list after the response. */
export const addComment = (client: QueryClient, mediaId: string, author: Author) =>
  mutationOptions({
    mutationFn: ({ text, key }: SentComment) =>
      api('POST /media/comment', { body: { media_id: mediaId, comment: text, comment_key: key } }),
    onSuccess: ({ comment_id, comment_count }, { text }) => {
      const added = {
        ...author,
        comment_id,
        comment: text.trim(),
        created_at: new Date().toISOString(),
        can_delete: true,
      };
      changePages(client, mediaId, (page, at) =>
        at === 0 ? { ...page, comments: [added, ...page.comments] } : page,
      );
      setCommentCount(client, mediaId, comment_count);
      // A list that was requested before the comment was stored would come without it.
      const queryKey = commentsKey(mediaId);
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    },
  });

/** Deletes a comment (SV-63). */
export const deleteComment = (client: QueryClient, mediaId: string) =>
  mutationOptions({
    mutationFn: (commentId: string) =>
      api('DELETE /media/comment/:comment_id', { params: { comment_id: commentId } }),
    onSuccess: ({ comment_count }, commentId) => {
      changePages(client, mediaId, (page) => ({
        ...page,
        comments: page.comments.filter((each) => each.comment_id !== commentId),
      }));
      setCommentCount(client, mediaId, comment_count);
    },
  });
