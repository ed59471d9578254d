import type { postActivityRoutes } from '@adda/contract/feed';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Comments } from './comments.service.ts';
import type { PostActivity } from './post-activity.service.ts';

type Deps = { readonly postActivity: PostActivity; readonly comments: Comments };

/** Handlers of likes, comments and shares. */
export function postActivityHandlers({ postActivity, comments }: Deps): Handlers<typeof postActivityRoutes> {
  return {
    'POST /media/like': ({ actor, body }) => postActivity.like(actor, body.media_id),
    'GET /media/likes': ({ actor, query: { media_id: mediaId, ...page } }) =>
      postActivity.listLikes(actor, mediaId, page),
    'POST /media/share': ({ actor, body }) => postActivity.share(actor, body.media_id),
    'GET /media/comments': ({ actor, query: { media_id: mediaId, ...page } }) =>
      comments.list(actor, mediaId, page),
    'POST /media/comment': async ({ actor, body }) => ({
      message: 'Comment added successfully',
      ...(await comments.write(actor, body)),
    }),
    'DELETE /media/comment/:comment_id': async ({ actor, params }) => ({
      message: 'Comment deleted successfully',
      comment_count: await comments.delete(actor, params.comment_id),
    }),
  };
}
