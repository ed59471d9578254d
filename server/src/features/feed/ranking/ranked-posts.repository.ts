import { FOLLOWED_BOOST_SECONDS } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { SlotAd } from '../../ads/index.ts';
import { adsOfSlots, type AdSlots } from '../../ads/index.ts';
import { subscribedAsOf } from '../../creators/index.ts';
import { blockedWith, followedAsOf, hiddenFrom } from '../../relations/index.ts';

/** Sort key of the feed: the rank in milliseconds since 1970, and the post as a tie breaker. */
export type RankKey = { readonly rank: number; readonly mediaId: string };

/** A post with its sort key. */
export type RankedPost = RankKey & { readonly id: number };

/** A page of a viewer's feed. */
export type RankedQuery = {
  readonly viewerId: number;
  /** Now if absent or in the future. */
  readonly asOf: Date | undefined;
  /** The last post received. */
  readonly after: RankKey | undefined;
  /** Number of posts to skip behind that post. */
  readonly offset: number;
  readonly limit: number;
  readonly slots: AdSlots;
};

/** Posts in order, the ads among them, and the moment that the list is as of. */
export type RankedPage = {
  readonly asOf: Date;
  readonly posts: readonly RankedPost[];
  readonly ads: readonly SlotAd[];
};

/** Up to this many boosted senders, the newest posts of each are looked up. With more, all posts are scanned. */
const FEW_SENDERS = 100;

/**
 * Number of posts to scan: at least `first`, `perPost` for each requested post, and `growth` times more on each further
 * try.
 */
const WINDOW = { first: 64, perPost: 4, growth: 24 };

const BOOST = sql`interval '${sql.raw(String(FOLLOWED_BOOST_SECONDS))} seconds'`;

/**
 * Returns posts of a viewer's feed in the order of ADR 20, and the ads of some slots. One statement, unless nearly all
 * scanned posts are hidden from this viewer; then further statements scan more. `window` is how many posts the first
 * one scans.
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
 * Returns SQL of the page that a window of the newest posts determines. Posts behind the `edge`, the last post of the
 * window, may be followed by posts outside the window. Boosted posts are in the same window, half a day earlier.
 * Boosts, blocks, hidden and deleted users are looked up in small hashed lists while an index is scanned in its order; each
 * condition is written so that the planner can't turn it into a join with a whole table.
 */
function pageWithin(query: RankedQuery, window: number) {
  const { viewerId, limit, offset, slots } = query;
  const viewer = sql`${viewerId}::bigint`;
  return sql<RankedPage & { readonly isWhole: boolean }>`
    WITH moment AS MATERIALIZED (
      ${momentOf(query)}
    ), boosted AS MATERIALIZED (
      ${followedAsOf(viewer, MOMENT)} UNION ALL ${subscribedAsOf(viewer, MOMENT)}
    ), hidden AS MATERIALIZED (
      ${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}
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
      ${asRanked} AS posts,
      (${adsOfSlots(viewerId, slots)}) AS ads
    FROM moment`;
}

/** SQL query: the moment of the list, as the column `at`. */
export const momentOf = ({ asOf }: RankedQuery) => sql`
  SELECT least(coalesce(${asOf ?? null}::timestamptz, now()), now())::timestamptz(3) AS at`;

/** SQL: the posts of the CTE `found` as {@link RankedPost}s, in order. */
export const asRanked = sql`(
  SELECT coalesce(json_agg(json_build_object('id', post.id, 'mediaId', found.media_id,
    'rank', round(extract(epoch FROM found.rank) * 1000)::bigint)
    ORDER BY found.rank DESC, found.media_id DESC), '[]')
  FROM found JOIN posts post ON post.media_id = found.media_id)`;

/** How a stream of posts derives the rank from the time of creation. */
type Stream = { readonly boost: RawBuilder<unknown> };
export const UNBOOSTED: Stream = { boost: sql`interval '0'` };
const BOOSTED: Stream = { boost: BOOST };

const MOMENT = sql`(SELECT at FROM moment)`;
export const ORDER = sql`ORDER BY post.created_at DESC, post.media_id DESC`;
export const ROW = (stream: Stream) => sql`post.created_at + ${stream.boost} AS rank, post.media_id`;

/** Returns SQL: the post existed at the moment of the list, and follows the last post received. */
export function isBehind({ after }: RankedQuery, { boost }: Stream): RawBuilder<unknown> {
  const existedThen = sql`post.created_at <= ${MOMENT}`;
  if (!after) return existedThen;
  const rank = new Date(after.rank);
  return sql`${existedThen}
    AND (post.created_at, post.media_id) < (${rank}::timestamptz - ${boost}, ${after.mediaId})`;
}

/** Returns SQL: the post precedes the end of the window. */
export function isInWindow({ boost }: Stream): RawBuilder<unknown> {
  return sql`(post.created_at, post.media_id) > (
    coalesce((SELECT created_at - ${boost} FROM edge), '-infinity'), coalesce((SELECT media_id FROM edge), ''))`;
}

/** The sender is neither deleted nor suspended. A scalar query: the planner never turns it into a join. */
export const isThere = (sender: RawBuilder<unknown>) => sql`
  (SELECT deleted_at IS NULL AND suspended_at IS NULL FROM users WHERE users.id = ${sender})`;

export const isUnblocked = (sender: RawBuilder<unknown>) => sql`NOT (${sender} IN (SELECT id FROM hidden))`;

/** Wraps a condition so that the planner neither rewrites it nor guesses its selectivity. */
export const only = (condition: RawBuilder<unknown>) => sql`CASE WHEN ${condition} THEN true ELSE false END`;

export const SENDER = sql`post.author_id`;

/** Listed posts of senders who are not boosted, including the viewer's own. */
function otherPosts(query: RankedQuery): RawBuilder<unknown> {
  const { offset, limit } = query;
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE post.is_listed AND ${isBehind(query, UNBOOSTED)} AND ${isInWindow(UNBOOSTED)}
      AND ${only(sql`NOT (${SENDER} IN (SELECT id FROM boosted)) AND ${isUnblocked(SENDER)} AND ${isThere(SENDER)}`)}
    ${ORDER} LIMIT ${offset + limit}`;
}

/** Posts of the viewer that are not listed. */
function ownHiddenPosts(query: RankedQuery): RawBuilder<unknown> {
  const { viewerId, offset, limit } = query;
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE post.author_id = ${viewerId} AND post.deleted_at IS NULL AND ${only(sql`NOT post.is_listed`)}
      AND ${isBehind(query, UNBOOSTED)} AND ${isInWindow(UNBOOSTED)}
    ${ORDER} LIMIT ${offset + limit}`;
}

/** Posts of few boosted senders: the newest of each. */
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

/** Posts of many boosted senders: filtered from all posts. */
function boostedPostsOfMany(query: RankedQuery): RawBuilder<unknown> {
  const { offset, limit } = query;
  return sql`
    SELECT ${ROW(BOOSTED)} FROM posts post
    WHERE (SELECT count(*) FROM boosted) > ${FEW_SENDERS}
      AND post.is_listed AND ${isBehind(query, BOOSTED)} AND ${isInWindow(BOOSTED)}
      AND ${only(sql`${SENDER} IN (SELECT id FROM boosted) AND ${isUnblocked(SENDER)} AND ${isThere(SENDER)}`)}
    ${ORDER} LIMIT ${offset + limit}`;
}
