import { FEED_TABS, type postsRoutes, type UploadFields, type postActivityRoutes } from '@adda/contract/feed';
import { appError } from '../../platform/errors.ts';
import type { Actor, Handlers } from '../../platform/http/handler.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import type { Posts } from './posts/posts.service.ts';
import type { FeedOptions } from './feed.types.ts';
import { createFeedPages } from './ranking/feed-pages.service.ts';
import { createFeedSide } from './side/side.service.ts';
import type { Comments } from './activity/comments.service.ts';
import type { PostActivity } from './activity/post-activity.service.ts';

type UploadCall = {
  readonly actor: Actor;
  readonly body: UploadFields;
  readonly file: UploadedFile | undefined;
};

/** Handlers for single posts and for the posts of a user. */
export function postsHandlers(
  posts: Posts,
): Omit<Handlers<typeof postsRoutes>, 'GET /feed/' | 'GET /feed/side'> {
  const { uploads, changes, list, files, publicPosts, viewerCookie } = posts;
  const upload = async ({ actor, body, file }: UploadCall) => {
    return { message: 'Media uploaded successfully', media_id: await uploads.post(actor, body, file) };
  };
  return {
    'GET /feed/post/:media_id': ({ actor, params, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return list.get(actor.userId, params.media_id);
    },
    'GET /media/list': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return list.list(actor.userId, query);
    },
    'POST /upload': (call) => {
      if (!call.file) throw appError('file_required');
      return upload(call);
    },
    'POST /media/upload': upload,
    'PATCH /media/update/:media_id': async ({ actor, params, body }) => {
      await changes.update(actor, params.media_id, body);
      return { message: 'Media updated successfully' };
    },
    'DELETE /media/delete/:media_id': async ({ actor, params }) => {
      await changes.delete(actor, params.media_id);
      return { message: 'Media deleted successfully' };
    },
    'GET /media/file/:media_id': ({ params, query, origin }) =>
      files.read({ mediaId: params.media_id, isPreview: query.preview === '1', proof: query, origin }),
    'GET /media/shared/:media_id': ({ params }) => files.readShared(params.media_id),
    'GET /public/posts/:media_id': ({ params }) => publicPosts.get(params.media_id),
    'GET /public/profiles/:username/posts': async ({ params }) => ({
      posts: await publicPosts.list(params.username),
    }),
  };
}

/** Handlers of the feed pages, and of the lists beside them. */
export function rankingHandlers(
  options: FeedOptions,
): Pick<Handlers<typeof postsRoutes>, 'GET /feed/' | 'GET /feed/side'> {
  const pages = {
    for_you: createFeedPages(options, 'for_you'),
    following: createFeedPages(options, 'following'),
  };
  const side = createFeedSide(options);
  return {
    'GET /feed/': ({ actor, query: { tab = 'for_you', ...query }, origin }) => {
      const name = FEED_TABS.find((known) => known === tab);
      if (!name) throw appError('invalid_parameters');
      options.media.viewerCookie.remember(origin.cookies, actor);
      return pages[name].list(actor.userId, query);
    },
    'GET /feed/side': ({ actor }) => side.read(actor.userId),
  };
}

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
