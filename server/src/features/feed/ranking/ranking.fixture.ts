import type { Post } from '@adda/contract/feed';
import { sql } from 'kysely';
import { deleteAds, insertAd } from '../../ads/ads.fixture.ts';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { startPosts, type Poster } from '../posts/posts.fixture.ts';

export type { Poster } from '../posts/posts.fixture.ts';

/** Query of a page of the feed. */
export type FeedPageQuery = { tab?: string; skip?: number; limit?: number; as_of?: string; after?: string };

/** Opens the application of the test file with users, posts and ads, and an empty feed. */
export async function startFeed() {
  const fixture = await startPosts();
  const { client, database } = fixture;
  // The feed shows the posts of every test of a file.
  await sql`DELETE FROM posts`.execute(database.db);
  await deleteAds(database);
  const feed = (user: Person, query: FeedPageQuery = {}) => client('GET /feed/', { query }, user);

  /** Reads all pages, by the position of the last item or by `skip`; `between` runs before each further page. */
  async function readAll(
    user: Person,
    requested: FeedPageQuery & { by: 'after' | 'skip' },
    between?: (received: readonly Post[]) => Promise<void>,
  ): Promise<Post[]> {
    const { by, ...query } = requested;
    const limit = query.limit ?? 10;
    const items: Post[] = [];
    for (;;) {
      const place = by === 'after' ? { after: items.at(-1)?.position } : { skip: items.length };
      const { data } = await feed(user, { ...query, ...(items.length > 0 && place) });
      items.push(...data);
      if (data.length < limit) return items;
      await between?.(items);
    }
  }

  return {
    ...fixture,
    feed,
    readAll,
    /** Inserts a follow by SQL, begun some seconds ago. */
    follow: (by: Poster, target: Poster, secondsAgo = 60) =>
      sql`
        INSERT INTO follows (follower_id, followed_id, created_at)
        VALUES (${by.userId}, ${target.userId}, now() - make_interval(secs => ${secondsAgo}))`.execute(
        database.db,
      ),
    unfollow: (by: Poster, target: Poster) =>
      sql`DELETE FROM follows WHERE follower_id = ${by.userId} AND followed_id = ${target.userId}`.execute(
        database.db,
      ),
    addAd: (ad?: Parameters<typeof insertAd>[1]) => insertAd(database, ad),
    clearAds: () => deleteAds(database),
    hideAd: (user: Person, adId: string) => client('POST /feed/hide-ad', { body: { ad_id: adId } }, user),
    blockPerson: (by: Person, target: Person) =>
      client('POST /users/block', { body: { blocked_username: target.username } }, by),
  };
}

/** Returns the ids of items. */
export const idsOf = (items: readonly Post[]): string[] => items.map((item) => item.media_id);
