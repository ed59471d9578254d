import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { blockedWith, followedBy, hiddenFrom } from '../../relations/index.ts';
import {
  asRanked,
  isBehind,
  isInWindow,
  isThere,
  isUnblocked,
  momentOf,
  only,
  ORDER,
  ROW,
  SENDER,
  UNBOOSTED,
  type RankedPage,
  type RankedQuery,
} from './ranked-posts.repository.ts';

/** Up to this many followed users, the newest posts of each are looked up. With more, all posts are scanned first. */
const FEW_SENDERS = 100;

/** Number of posts to scan for those of many followed users: at least `first`, and `perPost` for each requested post. */
const WINDOW = { first: 1000, perPost: 20 };

/**
 * Returns the posts of users whom the viewer follows now, newest first (HM-14); no ads. One statement, unless few of the
 * newest posts are by followed users; then a second one looks up the posts of each. So a page costs at most one scan of the
 * window and two index lookups for each followed user, however many posts there are.
 */
export async function listFollowed(db: Queryable, query: RankedQuery): Promise<RankedPage> {
  const page = await read(db, query, sql`(${postsOfFew(query)}) UNION ALL (${postsOfMany(query)})`);
  return page.isWhole ? page : read(db, query, postsOfEach(query));
}

async function read(db: Queryable, query: RankedQuery, posts: RawBuilder<unknown>) {
  const { offset, limit } = query;
  const viewer = sql`${query.viewerId}::bigint`;
  const window = WINDOW.first + (offset + limit) * WINDOW.perPost;
  const { rows } = await sql<Omit<RankedPage, 'ads'> & { readonly isWhole: boolean }>`
    WITH moment AS MATERIALIZED (${momentOf(query)}),
    followed AS MATERIALIZED (${followedBy(viewer)}),
    hidden AS MATERIALIZED (
      ${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}
    ), edge AS MATERIALIZED (
      SELECT post.created_at, post.media_id FROM posts post
      WHERE post.is_listed AND ${isBehind(query, UNBOOSTED)} ${ORDER} OFFSET ${window} LIMIT 1
    ), found AS MATERIALIZED (
      SELECT * FROM (${posts}) post ORDER BY rank DESC, media_id DESC OFFSET ${offset} LIMIT ${limit}
    )
    SELECT moment.at AS "asOf", ${asRanked} AS posts,
      (SELECT count(*) = ${limit} FROM found) OR ${HAS_FEW} OR NOT EXISTS (SELECT FROM edge) AS "isWhole"
    FROM moment`.execute(db);
  const [page] = rows;
  if (!page) throw new Error('The page of followed users has no row');
  return { ...page, ads: [] };
}

const HAS_FEW = sql`(SELECT count(*) FROM followed) <= ${sql.lit(FEW_SENDERS)}`;

const isShown = (sender: RawBuilder<unknown>) => only(sql`${isUnblocked(sender)} AND ${isThere(sender)}`);

/** Returns SQL: the newest posts of a sender of the row named `sender`. */
function newestOfSender(query: RankedQuery, limit: number): RawBuilder<unknown> {
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE post.author_id = sender.id AND post.is_listed AND ${isBehind(query, UNBOOSTED)} ${ORDER} LIMIT ${limit}`;
}

/** Posts of few followed users: the newest of each. */
function postsOfFew(query: RankedQuery): RawBuilder<unknown> {
  const most = query.offset + query.limit;
  return sql`
    SELECT newest.rank, newest.media_id
    FROM followed sender CROSS JOIN LATERAL (${newestOfSender(query, most)}) newest
    WHERE ${HAS_FEW} AND ${isShown(sql`sender.id`)}
    ORDER BY newest.rank DESC, newest.media_id DESC LIMIT ${most}`;
}

/** Posts of many followed users among the newest of all posts. */
function postsOfMany(query: RankedQuery): RawBuilder<unknown> {
  return sql`
    SELECT ${ROW(UNBOOSTED)} FROM posts post
    WHERE NOT ${HAS_FEW} AND post.is_listed AND ${isBehind(query, UNBOOSTED)} AND ${isInWindow(UNBOOSTED)}
      AND ${only(sql`${SENDER} IN (SELECT id FROM followed) AND ${isUnblocked(SENDER)} AND ${isThere(SENDER)}`)}
    ${ORDER} LIMIT ${query.offset + query.limit}`;
}

/** Posts of many followed users: each one's newest post selects the users whose posts the page can have. */
function postsOfEach(query: RankedQuery): RawBuilder<unknown> {
  const most = query.offset + query.limit;
  return sql`
    SELECT newest.rank, newest.media_id FROM (
      SELECT sender.id FROM followed sender CROSS JOIN LATERAL (${newestOfSender(query, 1)}) first
      WHERE ${isShown(sql`sender.id`)}
      ORDER BY first.rank DESC, first.media_id DESC LIMIT ${most}
    ) sender CROSS JOIN LATERAL (${newestOfSender(query, most)}) newest`;
}
