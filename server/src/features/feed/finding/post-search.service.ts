import { hashtagsIn, type Post } from '@adda/contract/feed';
import {
  comparable,
  findSpans,
  hasTerms,
  searchTermsOf,
  typosOf,
  type HashtagResult,
  type SearchTerms,
} from '@adda/contract/search';
import { readPosts } from '../posts/post-view.service.ts';
import type { FeedOptions } from '../feed.types.ts';
import { addMissingPostWords, findPostsByWords, findTags } from './post-words.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Runs periodically; tests enqueue it themselves. */
    'feed.add-words': null;
  }
}

/** Posts that are compared with a phrase; without one, all have the words. */
const CANDIDATES = 50;
/** Posts of one transaction of the job, and how long a run takes at most. */
const AT_ONCE = 200;
const RUN_MS = 50_000;

/** Creates the queries that find posts and hashtags (SR-02). */
export function createPostSearch({
  database: { db, replicas },
  media,
}: Pick<FeedOptions, 'database' | 'media'>) {
  /** Returns the ids of the newest posts that match, phrases included. */
  async function findIds(viewerId: number, terms: SearchTerms, limit: number): Promise<number[]> {
    const { words, beginning } = terms;
    // `readPosts` decides on the primary which of them are shown (CL-05).
    const found = await replicas.readPossiblyStale(viewerId, (from) =>
      findPostsByWords(from, { viewerId, words, beginning, limit: CANDIDATES }),
    );
    return found
      .filter(({ caption, hashtags }) => findSpans(`${caption ?? ''} ${hashtags ?? ''}`, terms))
      .slice(0, limit)
      .map(({ id }) => id);
  }

  return {
    /** Returns posts as the feed shows them: first those with all words whole, then those with the beginning of the last. */
    async find(viewerId: number, text: string, limit: number): Promise<Post[]> {
      const terms = searchTermsOf(text);
      if (!hasTerms(terms)) return [];
      const { words, beginning } = terms;
      const whole = beginning === undefined ? words : [...words, beginning];
      const ids = new Set(await findIds(viewerId, { ...terms, words: whole, beginning: undefined }, limit));
      if (ids.size < limit && beginning !== undefined)
        for (const id of await findIds(viewerId, terms, limit)) ids.add(id);
      return readPosts(db, { viewerId, media }, [...ids].slice(0, limit));
    },

    /** Returns hashtags as the newest post with each writes them, with the number of posts that the viewer may find. */
    async findHashtags(viewerId: number, text: string, limit: number): Promise<HashtagResult[]> {
      const tag = text.trim().replace(/^#+/, '');
      if (comparable(tag) === '' || /[\s,]/.test(tag)) return [];
      const tags = await findTags(db, { viewerId, tag, typos: typosOf(tag), limit });
      return tags.map(({ key, posts, field }) => ({
        tag: hashtagsIn(field ?? '').find((written) => comparable(written) === key) ?? key,
        posts,
      }));
    },
  };
}

/** Starts the job that makes posts from before the upgrade findable. */
export function startPostWords({ database, jobs }: Pick<FeedOptions, 'database' | 'jobs'>): void {
  jobs.every('feed.add-words', '* * * * *', async () => {
    const until = Date.now() + RUN_MS;
    while (Date.now() < until)
      if (!(await database.transaction((tx) => addMissingPostWords(tx, AT_ONCE)))) return;
  });
}
