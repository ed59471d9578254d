import {
  hashtagsIn,
  SIDE_HASHTAGS,
  SIDE_PEOPLE,
  SIDE_ROOMS,
  type FeedSide,
  type HashtagOfToday,
  type SuggestedPerson,
} from '@adda/contract/feed';
import { comparable } from '@adda/contract/search';
import { memoizeWithTtl } from '../../../platform/memoize-with-ttl.ts';
import type { FeedOptions } from '../feed.types.ts';
import {
  keepSuggestible,
  listHiddenSenders,
  listSuggestedPeople,
  listTaggedToday,
  type TaggedPost,
} from './side.repository.ts';

/** How long this node keeps the count of hashtags. */
const CACHE_MS = 60_000;

/** The newest posts whose hashtags are counted. */
const POSTS_COUNTED = 20_000;

/** Hashtags that are kept: more than are shown, because each viewer's own count leaves out hidden senders. */
const TAGS_KEPT = 50;

/** A hashtag as the newest post writes it, and the number of posts by each sender. */
type TagCount = { readonly tag: string; readonly bySender: Map<number, number> };

/** Creates the query of the lists beside the feed (HM-14). */
export function createFeedSide({
  database: { db, replicas },
  roomsWithFriends,
}: Pick<FeedOptions, 'database' | 'roomsWithFriends'>) {
  const tagsOfToday = memoizeWithTtl(CACHE_MS, async () =>
    countTags(await replicas.readPossiblyStale(undefined, (from) => listTaggedToday(from, POSTS_COUNTED))),
  );

  /** What a replica suggests is checked on the primary: it may not know a block or a suspension yet (CL-05). */
  async function listPeople(viewerId: number): Promise<SuggestedPerson[]> {
    const suggested = await replicas.readFromReplica(viewerId, (replica) =>
      listSuggestedPeople(replica, viewerId, SIDE_PEOPLE),
    );
    return suggested
      ? keepSuggestible(db, viewerId, suggested.found)
      : listSuggestedPeople(db, viewerId, SIDE_PEOPLE);
  }

  async function listHashtags(viewerId: number): Promise<HashtagOfToday[]> {
    const [tags, hidden] = await Promise.all([tagsOfToday(), listHiddenSenders(db, viewerId)]);
    return tags
      .map((tag) => hashtagFor(tag, hidden))
      .filter(({ posts }) => posts > 0)
      .toSorted((one, other) => other.people - one.people || other.posts - one.posts)
      .slice(0, SIDE_HASHTAGS);
  }

  return {
    async read(viewerId: number): Promise<FeedSide> {
      const [people, hashtags, rooms] = await Promise.all([
        listPeople(viewerId),
        listHashtags(viewerId),
        roomsWithFriends(viewerId, SIDE_ROOMS),
      ]);
      return { people, hashtags, rooms };
    },
  };
}

/** Counts each hashtag of posts, without regard to case; returns those that most different senders wrote. */
function countTags(posts: readonly TaggedPost[]): readonly TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { authorId, hashtags } of posts) {
    const written = new Map(hashtagsIn(hashtags).map((tag) => [comparable(tag), tag]));
    for (const [key, tag] of written) {
      if (key === '') continue;
      const count = counts.get(key) ?? { tag, bySender: new Map<number, number>() };
      counts.set(key, count);
      count.bySender.set(authorId, (count.bySender.get(authorId) ?? 0) + 1);
    }
  }
  return [...counts.values()]
    .toSorted((one, other) => other.bySender.size - one.bySender.size)
    .slice(0, TAGS_KEPT);
}

/** Returns a hashtag without the posts of hidden senders. */
function hashtagFor({ tag, bySender }: TagCount, hidden: ReadonlySet<number>): HashtagOfToday {
  const shown = [...bySender].filter(([sender]) => !hidden.has(sender));
  return { tag, people: shown.length, posts: shown.reduce((sum, [, posts]) => sum + posts, 0) };
}
