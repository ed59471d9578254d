import { FOLLOWED_BOOST_SECONDS } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { SlotAd } from '../../ads/index.ts';
import { adsOfSlots, type AdSlots } from '../../ads/index.ts';
import { subscribedAsOf } from '../../creators/index.ts';
import { blockedWith, followedAsOf } from '../../relations/index.ts';

/** A place in the order of the feed: the rank, in milliseconds since 1970, and the post that has it. */
export type RankKey = { readonly rank: number; readonly mediaId: string };

/** A post in its place. */
export type RankedPost = RankKey & { readonly id: number };

/** Which part of a viewer's feed is asked for. */
export type RankedQuery = {
  readonly viewerId: number;
  /** Now where it is not given or still to come. */
  readonly asOf: Date | undefined;
  /** The last post so far. */
  readonly after: RankKey | undefined;
  /** Posts to pass over behind that one. */
  readonly offset: number;
  readonly limit: number;
  readonly slots: AdSlots;
};

/** Posts in their order, what stands between them, and the moment that the list is as of. */
export type RankedPage = {
  readonly asOf: Date;
  readonly posts: readonly RankedPost[];
  readonly ads: readonly SlotAd[];
};

/** Up to so many boosted senders each one's newest posts are looked up; of more, everybody's are walked through. */
const FEW_SENDERS = 100;

/** Posts that are walked through at first, for each that is wanted; and by how much more a further try reads. */
const WINDOW = { first: 64, perPost: 4, growth: 24 };

const BOOST = sql`interval '${sql.raw(String(FOLLOWED_BOOST_SECONDS))} seconds'`;

/**
 * Posts of a viewer's feed in the order of ADR 20, and the ads of some slots. One statement, unless nearly all of what
 * it walked through is not for this viewer; then further ones that walk further. `window` is how many posts the first
 * one looks at.
 */
export async function listRanked(
  db: Queryable,
  query: RankedQuery,
  window = WINDOW.first + (query.offset + query.limit) * WINDOW.perPost,
): Promise<RankedPage> {
  const { rows } = await pageWithin(query, window).execute(db);
  const [page] = rows;
  if (!page) throw new Error('The page of the feed has no row');
  return page.isWhole ? page : listRanked(db, query, window * WINDOW.growth);
}

/**
 * The page as far as it can be told from a window of the newest posts: those behind the `edge`, the post at the window's
 * end, may be followed by what the window does not reach. Boosted posts are in the same window, half a day earlier.
 * Whether somebody is boosted, blocked or gone is looked up in small hashed lists while an index is walked through in
 * its order; each condition is written so that the planner can't turn it into a join with a whole table.
 */
function pageWithin(query: RankedQuery, window: number) {
  const { viewerId, limit, offset, slots } = query;
  const viewer = sql`${viewerId}::bigint`;
  return sql<RankedPage & { readonly isWhole: boolean }>`
    WITH moment AS MATERIALIZED (
      SELECT least(coalesce(${query.asOf ?? null}::timestamptz, now()), now())::timestamptz(3) AS at
    ), boosted AS MATERIALIZED (
      ${followedAsOf(viewer, MOMENT)} UNION ALL ${subscribedAsOf(viewer, MOMENT)}
    ), hidden AS MATERIALIZED (
      ${blockedWith(viewer)}
    ), edge AS MATERIALIZED (
      SELECT post.created_at, post.media_id FROM posts post
      WHERE post.is_listed AND ${isBehind(query, UNBOOSTED)} ${ORDER} OFFSET ${window} LIMIT 1
    ), found AS MATERIALIZED (
      SELECT * FROM (
        (${otherPosts(query)}) UNION ALL (${ownHiddenPosts(query)})
        UNION ALL (${boostedPostsOfFew(query)}) UNION ALL (${boostedPostsOfMany(query)})
      ) post ORDER BY rank DESC, media_id DESC OFFSET ${offset} LIMIT ${limit}
    )
    SELECT moment.at AS "asOf",
      (SELECT count(*) = ${limit} FROM found) OR NOT EXISTS (SELECT FROM edge) AS "isWhole",
      (SELECT coalesce(json_agg(json_build_object('id', post.id, 'mediaId', found.media_id,
          'rank', round(extract(epoch FROM found.rank) * 1000)::bigint)
          ORDER BY found.rank DESC, found.media_id DESC), '[]')
        FROM found JOIN posts post ON post.media_id = found.media_id) AS posts,
      (${adsOfSlots(viewerId, slots)}) AS ads
    FROM moment`;
}

/** How a stream's time of creation becomes its rank. */
type Stream = { readonly boost: RawBuilder<unknown> };
const UNBOOSTED: Stream = { boost: sql`interval '0'` };
const BOOSTED: Stream = { boost: BOOST };

const MOMENT = sql`(SELECT at FROM moment)`;
const ORDER = sql`ORDER BY post.created_at DESC, post.media_id DESC`;
const ROW = (stream: Stream) => sql`post.created_at + ${stream.boost} AS rank, post.media_id`;

/** Was there at the moment of the list, and comes after the last post so far. */
function isBehind({ after }: RankedQuery, { boost }: Stream): RawBuilder<unknown> {
  const wasThere = sql`post.created_at <= ${MOMENT}`;
  if (!after) return wasThere;
  const rank = new Date(after.rank);
  return sql`${wasThere}
    AND (post.created_at, post.media_id) < (${rank}::timestamptz - ${boost}, ${after.mediaId})`;
}

/** Comes before the end of the window. */
function isInWindow({ boost }: Stream): RawBuilder<unknown> {
  return sql`(post.created_at, post.media_id) > (
    coalesce((SELECT created_at - ${boost} FROM edge), '-infinity'), coalesce((SELECT media_id FROM edge), ''))`;
}

/** The sender is neither gone nor suspended. A scalar query: it is never turned into a join. */
const isThere = (sender: RawBuilder<unknown>) => sql`
  (SELECT deleted_at IS NULL AND suspended_at IS NULL FROM users WHERE users.id = ${sender})`;

const isUnblocked = (sender: RawBuilder<unknown>) => sql`NOT (${sender} IN (SELECT id FROM hidden))`;

/** A condition that stays one, and whose share of all rows the planner does not guess. */
const only = (condition: RawBuilder<unknown>) => sql`CASE WHEN ${condition} THEN true ELSE false END`;

const SENDER = sql`post.author_id`;

/** Listed posts of everybody who is not boosted, the viewer's own among them. */
function otherPosts(query: RankedQuery): RawBuilder<unknown> {
  const { offset, limit } = query;
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE post.is_listed AND ${isBehind(query, UNBOOSTED)} AND ${isInWindow(UNBOOSTED)}
      AND ${only(sql`NOT (${SENDER} IN (SELECT id FROM boosted)) AND ${isUnblocked(SENDER)} AND ${isThere(SENDER)}`)}
    ${ORDER} LIMIT ${offset + limit}`;
}

/** Posts of the viewer that nobody else finds. */
function ownHiddenPosts(query: RankedQuery): RawBuilder<unknown> {
  const { viewerId, offset, limit } = query;
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE post.author_id = ${viewerId} AND post.deleted_at IS NULL AND ${only(sql`NOT post.is_listed`)}
      AND ${isBehind(query, UNBOOSTED)} AND ${isInWindow(UNBOOSTED)}
    ${ORDER} LIMIT ${offset + limit}`;
}

/** Posts of boosted senders, who are few: the newest of each. */
function boostedPostsOfFew(query: RankedQuery): RawBuilder<unknown> {
  const { offset, limit } = query;
  return sql`
    SELECT newest.rank, newest.media_id FROM (SELECT DISTINCT id FROM boosted) sender CROSS JOIN LATERAL (
      SELECT ${ROW(BOOSTED)} FROM posts post
      WHERE post.author_id = sender.id AND post.is_listed AND ${isBehind(query, BOOSTED)} AND ${isInWindow(BOOSTED)}
      ${ORDER} LIMIT ${offset + limit}
    ) newest
    WHERE (SELECT count(*) FROM boosted) <= ${FEW_SENDERS}
      AND ${only(sql`${isUnblocked(sql`sender.id`)} AND ${isThere(sql`sender.id`)}`)}
    ORDER BY newest.rank DESC, newest.media_id DESC LIMIT ${offset + limit}`;
}

/** The same of many: those among everybody's posts. */
function boostedPostsOfMany(query: RankedQuery): RawBuilder<unknown> {
  const { offset, limit } = query;
  return sql`
    SELECT ${ROW(BOOSTED)} FROM posts post
    WHERE (SELECT count(*) FROM boosted) > ${FEW_SENDERS}
      AND post.is_listed AND ${isBehind(query, BOOSTED)} AND ${isInWindow(BOOSTED)}
      AND ${only(sql`${SENDER} IN (SELECT id FROM boosted) AND ${isUnblocked(SENDER)} AND ${isThere(SENDER)}`)}
    ${ORDER} LIMIT ${offset + limit}`;
}
