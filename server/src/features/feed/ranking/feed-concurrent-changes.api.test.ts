import type { Post } from '@adda/contract/feed';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { idsOf, startFeed, type Poster } from './ranking.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';

const AUTHORS = 20;
const TWO_DAYS_S = 172_800;
const POSTS_EACH = volume(200, 500);
/** A change is made after this many pages. */
const EVERY = 9;

/** Inserts ten thousand posts of many senders, some of whom the viewer follows. */
async function startBusyFeed() {
  const fixture = await startFeed();
  const viewer = await fixture.poster();
  const authors: Poster[] = [];
  const authorOf = new Map<string, Poster>();
  for (let n = 0; n < AUTHORS; n += 1) {
    const author = await fixture.poster();
    authors.push(author);
    // Two days in total, so that boosted posts half a day older mix with those of other senders.
    const posts = await fixture.insert(author, {
      count: POSTS_EACH,
      secondsAgo: 10 + n * 7,
      stepSeconds: Math.floor(TWO_DAYS_S / POSTS_EACH),
    });
    for (const post of posts) authorOf.set(post.mediaId, author);
    if (n % 3 === 0) await fixture.follow(viewer, author);
  }
  return { ...fixture, viewer, authors, authorOf };
}

it(
  'FE-38: across thousands of posts, every remaining post is returned exactly once, while users are blocked, unfollowed and followed, posts are added and deleted, and ads are hidden',
  { timeout: 240_000 },
  async () => {
    const fixture = await startBusyFeed();
    const { viewer, authors, authorOf, database, addAd, hideAd, insert, follow, unfollow } = fixture;
    const ads = [await addAd(), await addAd(), await addAd()];
    const deleted = new Set<string>();
    const blocked = new Set<Poster>();
    let pages = 0;
    const changes = [
      async (received: readonly Post[]) => {
        const left = [...authorOf.keys()].filter((id) => !deleted.has(id));
        const some = [received.at(-1)?.media_id ?? '', left[(pages * 7919) % left.length] ?? ''];
        for (const id of some) deleted.add(id);
        await sql`UPDATE posts SET deleted_at = now() WHERE media_id = ANY (${some})`.execute(database.db);
      },
      () => insert(authors[pages % AUTHORS] ?? viewer, { count: 3 }),
      async () => {
        const target = authors[5 + blocked.size];
        if (!target || blocked.size === 4) return;
        blocked.add(target);
        expect((await fixture.blockPerson(viewer, target)).status).toBe(200);
      },
      async () => void (ads.length > 1 && (await hideAd(viewer, ads.pop() ?? ''))),
      () => unfollow(viewer, authors[0] ?? viewer),
      async () => {
        await unfollow(viewer, authors[1] ?? viewer);
        await follow(viewer, authors[1] ?? viewer, 0);
      },
    ];
    const items = await fixture.readAll(viewer, { by: 'after' }, async (received) => {
      pages += 1;
      if (pages % EVERY === 0) await changes[(pages / EVERY) % changes.length]?.(received);
    });
    const seen = idsOf(items.filter((item) => !item.is_ad));
    expect(seen.length).toBe(new Set(seen).size);
    const stayed = [...authorOf].filter(([id, author]) => !deleted.has(id) && !blocked.has(author));
    expect(blocked.size).toBe(4);
    const found = new Set(seen);
    expect(stayed.filter(([id]) => !found.has(id))).toEqual([]);
    expect(seen.filter((id) => !authorOf.has(id))).toEqual([]);
    expect(ads).toHaveLength(1);
  },
);
