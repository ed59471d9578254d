import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeWorld, modelFeed, type World } from './ranking-world.fixture.ts';
import { listRanked, type RankKey } from './ranked-posts.repository.ts';
import { idsOf, startFeed, type Poster } from './ranking.fixture.ts';

const PEOPLE = 7;
const QUIET = 130;
const RUNS = 30;

/** Times within a span of several boosts of half a day, in hours, so that ranks and moments often coincide. */
const hours = fc.integer({ min: 0, max: 40 });
const person = fc.nat(PEOPLE - 1);
const other = fc.integer({ min: 1, max: PEOPLE - 1 });
const kind = fc.constantFrom<World['posts'][number]['kind'][]>('public', 'public', 'private', 'locked');

const worlds: fc.Arbitrary<World> = fc.record({
  // More than the first window of a page holds, so that its end is reached.
  posts: fc
    .array(fc.record({ author: person, hoursAgo: hours, kind, salt: fc.nat(0xff_ff_ff) }), { maxLength: 60 })
    .map((posts) =>
      posts.map(({ salt, ...post }, index) => ({
        ...post,
        mediaId: (salt * 1000 + index).toString(16).padStart(24, '0'),
      })),
    ),
  follows: fc.uniqueArray(fc.record({ target: other, hoursAgo: hours }), {
    selector: ({ target }) => target,
    maxLength: 4,
  }),
  unfollowed: fc.array(fc.record({ target: other, hoursAgo: hours, until: hours }), { maxLength: 3 }),
  subscriptions: fc.array(
    fc.record({
      target: other,
      hoursAgo: hours,
      expires: fc.integer({ min: -30, max: 2 }),
      ended: fc.option(hours, { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  blocks: fc.array(fc.record({ target: other, isByViewer: fc.boolean() }), { maxLength: 2 }),
  suspended: fc.array(other, { maxLength: 1 }),
  quietFollows: fc.constantFrom(0, 0, QUIET),
  asOfHoursAgo: fc.constantFrom(0, 0, 3, 13, 25),
});

/** Creates seven users, the first of whom reads, and many unrelated users. */
async function startWorlds() {
  const fixture = await startFeed();
  const people: Poster[] = [];
  for (let count = 0; count < PEOPLE; count += 1) people.push(await fixture.poster());
  await sql`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    SELECT 'quiet' || n, 'Quiet', true, '1990-01-01', 'female', 'India', 'Kerala'
    FROM generate_series(1, ${QUIET}::integer) n ON CONFLICT DO NOTHING`.execute(fixture.database.db);
  const [viewer] = people;
  if (!viewer) throw new Error('Nobody was made');
  return { ...fixture, viewer, ids: people.map(({ userId }) => userId) };
}

it(
  'SV-55: the pages of any list match the model, each post once, for any users, moments and page sizes',
  { timeout: 240_000 },
  async () => {
    const { database, readAll, clearAds, addAd, viewer, ids } = await startWorlds();
    const sizes = fc.integer({ min: 3, max: 13 });
    await fc.assert(
      fc.asyncProperty(worlds, sizes, fc.boolean(), fc.boolean(), async (world, limit, hasAds, counts) => {
        await clearAds();
        if (hasAds) await addAd();
        const asOf = await makeWorld(database, ids, world);
        const items = await readAll(viewer, {
          by: counts ? 'skip' : 'after',
          limit,
          as_of: asOf.toISOString(),
        });
        expect(idsOf(items.filter((item) => !item.is_ad))).toEqual(modelFeed(world));
        expect(items.map((item) => item.is_ad)).toEqual(items.map((_, index) => hasAds && index % 10 === 4));
      }),
      { numRuns: RUNS },
    );
  },
);

it(
  'SV-55: the order does not depend on the window size or the starting position',
  { timeout: 240_000 },
  async () => {
    const { database, viewer, ids } = await startWorlds();
    const [sizes, windows] = [fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 40 })];
    await fc.assert(
      fc.asyncProperty(worlds, sizes, windows, fc.nat(20), async (world, limit, window, offset) => {
        const asOf = await makeWorld(database, ids, world);
        const query = { viewerId: viewer.userId, asOf, limit, slots: { from: 0, to: 0 } };
        const found: string[] = [];
        let after: RankKey | undefined;
        for (let size = limit; size === limit;) {
          const first = after ? 0 : offset;
          const { posts } = await listRanked(database.db, { ...query, after, offset: first }, window);
          found.push(...posts.map((post) => post.mediaId));
          after = posts.at(-1);
          size = posts.length;
        }
        expect(found).toEqual(modelFeed(world).slice(offset));
      }),
      { numRuns: RUNS },
    );
  },
);
