/**
 * The feed: posts, who may see them, their order, likes, comments and shares. Owns the tables `posts`, `post_likes` and
 * `post_comments`; the files of posts are media's.
 */
import './feed.tables.ts';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Creators } from '../creators/index.ts';
import type { Media } from '../media/index.ts';
import type { CreatorRooms } from '../profiles/index.ts';
import { forgetEndedFollows } from '../relations/index.ts';
import type { WordFilter } from '../safety/index.ts';
import { countPosts } from './posts/count-posts.repository.ts';
import { createPostEvidence } from './posts/post-evidence.ts';
import { createPosts } from './posts/posts.ts';
import { postsHandlers } from './posts/posts.routes.ts';
import { rankingHandlers } from './ranking/ranking.routes.ts';
import { findCommentEvidence } from './activity/comments.repository.ts';
import { createComments } from './activity/comments.service.ts';
import { createLiveCounts } from './activity/live-counts.ts';
import { postActivityHandlers } from './activity/post-activity.routes.ts';
import { createPostActivity } from './activity/post-activity.service.ts';

export type { PostEvidence } from './posts/post-evidence.ts';
export type { HeldPost } from './posts/post-changes.service.ts';
export { feedSections } from './feed.personal.repository.ts';

/** What the feed needs of the rest. */
export type FeedOptions = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf' | 'onDeleting' | 'onAccountStatusChanged'>;
  readonly media: Media;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  readonly creators: Creators;
  readonly ads: Ads;
  readonly rooms: CreatorRooms;
  readonly publicUrl: () => string;
  /** What an operator has switched on. */
  readonly features: { readonly likes: boolean; readonly shares: boolean };
};

/** So long a list as of an earlier moment ranks senders as then, even those who are no longer followed. */
const ORDER_KEPT_HOURS = 24;

/** Makes the feature. Call `startJobs` once before the job queue starts. */
export function createFeed(options: FeedOptions) {
  const posts = createPosts(options);
  const liveCounts = createLiveCounts(options);
  const postActivity = createPostActivity({ ...options, liveCounts });
  const comments = createComments({ ...options, liveCounts });
  options.accounts.onDeleting(postActivity.forget);
  return {
    handlers: {
      posts: { ...postsHandlers(posts), ...rankingHandlers(options) },
      postActivity: postActivityHandlers({ postActivity, comments }),
    },
    /** How many posts of somebody a viewer may find. */
    countPosts: (viewerId: number, authorId: number): Promise<number> =>
      countPosts(options.database.db, viewerId, authorId),
    /** What the page of a public post says about itself elsewhere; undefined for any other. */
    pageHeadOf: posts.publicPosts.pageHeadOf,
    /** What of a post is kept with a report (SV-47). */
    evidence: createPostEvidence(options.database),
    /** What of a comment is kept with a report (SV-105). */
    commentEvidence: (commentId: string) => findCommentEvidence(options.database.db, commentId),
    /** Holds a post that an administrator judges, and takes it down (SV-49, SV-51). */
    holdPost: posts.changes.hold,
    removePost: posts.changes.remove,
    /** Joins the transaction that takes down a post whose file must not be shown (SV-105). */
    onPostRefused: posts.onRefused,
    startJobs(): void {
      const { db } = options.database;
      options.jobs.every('feed.ended-follows', '41 * * * *', () => forgetEndedFollows(db, ORDER_KEPT_HOURS));
      options.jobs.every('feed.ad-events', '7 * * * *', options.ads.forgetEvents);
    },
    /** Tells what waits to be told of. */
    close: liveCounts.close,
  };
}

/** The face of the feed. */
export type Feed = ReturnType<typeof createFeed>;
