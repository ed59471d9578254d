import * as z from 'zod/mini';
import { pageSize, skip } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { COMMENTS_PAGE, COMMENTS_PAGE_MAX, LIKES_PAGE, LIKES_PAGE_MAX } from './feed.limits.ts';
import * as s from './feed.schemas.ts';

const postBody = z.strictObject({ media_id: s.givenMediaId });

export const postActivityRoutes = defineRoutes({
  'POST /media/like': {
    summary: 'Like a post, or remove the like (SV-64, X-04).',
    access: 'session',
    rate: 'write',
    body: postBody,
    output: z.object({ liked: z.boolean(), like_count: z.int() }),
    errors: ['coming_soon', 'ads_cannot_be_liked', 'invalid_media_id', 'media_locked', 'media_not_found'],
  },
  'GET /media/likes': {
    summary:
      'Users who like a post, the newest first, for every viewer of the post (FE-13, FE-14); without users in a block with the caller.',
    access: 'session',
    rate: 'read',
    query: z.object({ media_id: s.givenMediaId, skip, limit: pageSize(LIKES_PAGE, LIKES_PAGE_MAX) }),
    output: z.object({ likes: z.array(s.liker) }),
    errors: ['invalid_media_id', 'media_not_found'],
  },
  'POST /media/share': {
    summary: 'A link to the post; opening it has the same access rules as the feed (SV-65).',
    access: 'session',
    rate: 'write',
    body: postBody,
    output: z.object({ share_url: z.string(), share_count: z.int() }),
    errors: ['coming_soon', 'invalid_media_id', 'media_not_found'],
  },
  'GET /media/comments': {
    summary: 'Comments of a post, the newest first (SV-61); `before` is the id of the last comment received.',
    access: 'session',
    rate: 'read',
    query: z.object({
      media_id: s.givenMediaId,
      skip,
      limit: pageSize(COMMENTS_PAGE, COMMENTS_PAGE_MAX),
      before: z.optional(s.mediaId),
    }),
    output: z.object({ comments: z.array(s.comment), total_count: z.int() }),
    errors: ['invalid_media_id', 'media_locked', 'media_not_found'],
  },
  'POST /media/comment': {
    summary: 'Comment on a post (SV-62). A retry with the same `comment_key` returns the first comment.',
    access: 'session',
    rate: 'write',
    body: s.commentInput,
    output: z.object({ message: z.string(), comment_id: s.mediaId, comment_count: z.int() }),
    status: 201,
    errors: ['words_refused', 'comment_empty', 'invalid_media_id', 'media_locked', 'media_not_found'],
  },
  'DELETE /media/comment/:comment_id': {
    summary:
      'Delete a comment: the caller’s own, any under the caller’s own post; global admins may delete any (SV-63).',
    access: 'session',
    rate: 'write',
    params: z.object({ comment_id: z.string().check(z.maxLength(64)) }),
    output: z.object({ message: z.string(), comment_count: z.int() }),
    errors: ['comment_not_found', 'not_authorized_to_delete_comment'],
  },
});
