/**
 * The feed: posts, access to them, their order, likes, comments and shares. Owns the tables `posts`, `post_words`,
 * `post_likes` and `post_comments`; the media feature owns the files of posts.
 */
import './feed.tables.ts';
import { forgetEndedFollows } from '../relations/index.ts';
import { countPosts, type PostCounts } from './posts/post-rows.repository.ts';
import { createPostEvidence } from './posts/find-post.service.ts';
import { createPosts } from './posts/posts.service.ts';
import { postsHandlers, rankingHandlers, postActivityHandlers } from './feed.routes.ts';
import { findCommentEvidence } from './activity/comments.repository.ts';
import { createPostSearch, startPostWords } from './finding/post-search.service.ts';
import { createComments } from './activity/comments.service.ts';
import { feedActivity } from './activity/feed-activity.repository.ts';
import { createLiveCounts } from './activity/live-counts.events.ts';
import { createPostActivity } from './activity/post-activity.service.ts';

import type { FeedOptions } from './feed.types.ts';

export type { PostEvidence } from './posts/find-post.service.ts';
export type { HeldPost } from './posts/post-changes.service.ts';
export { feedSections } from './feed.personal.repository.ts';

/** A list as of an earlier moment ranks senders as they were followed then. Ended follows are kept this long for it. */
const ORDER_KEPT_HOURS = 24;

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createFeed(options: FeedOptions) {
  const posts = createPosts(options);
  const liveCounts = createLiveCounts(options);
  const postActivity = createPostActivity({ ...options, liveCounts });
  const comments = createComments({ ...options, liveCounts });
  for (const source of feedActivity) options.activity.register(source);
  options.accounts.onDeleting('post activity', postActivity.forget);
  return {
    handlers: {
      posts: { ...postsHandlers(posts), ...rankingHandlers(options) },
      postActivity: postActivityHandlers({ postActivity, comments }),
    },
    /** Returns the posts that match a text, and the hashtags with their numbers of posts (SR-02). */
    ...createPostSearch(options),
    /** Returns the number of an author's posts that the viewer may find, maybe of some seconds ago (CL-05). */
    countPosts: (viewerId: number, authorId: number): Promise<PostCounts> =>
      options.database.replicas.readPossiblyStale(viewerId, (from) => countPosts(from, viewerId, authorId)),
    /** Returns the page metadata of a public post for link previews; undefined for any other post. */
    pageHeadOf: posts.publicPosts.pageHeadOf,
    /** Returns the evidence of a post to store with a report (SV-47). */
    evidence: createPostEvidence(options.database),
    /** Returns the evidence of a comment to store with a report (SV-105). */
    commentEvidence: (commentId: string) => findCommentEvidence(options.database.db, commentId),
    /** `holdPost` locks a post that an administrator reviews; `removePost` takes it down (SV-49, SV-51). */
    holdPost: posts.changes.hold,
    removePost: posts.changes.remove,
    /**
     * Registers a callback that runs in the transaction that takes down a post because its file is refused (SV-105).
     */
    onPostRefused: posts.onRefused,
    startJobs(): void {
      const { db } = options.database;
      options.jobs.every('feed.ended-follows', '41 * * * *', () => forgetEndedFollows(db, ORDER_KEPT_HOURS));
      startPostWords(options);
      options.jobs.every('feed.ad-events', '7 * * * *', options.ads.deletePastEvents);
    },
    /** Publishes the pending counts; for shutdown. */
    close: liveCounts.close,
  };
}

/** The public interface of the feed. */
export type Feed = ReturnType<typeof createFeed>;
