import type { Database } from '../../../server/src/platform/database/index.ts';
import type { FillReport } from './fill.types.ts';

/** Rows per statement. */
const BATCH = 200_000;
const FOLLOWS_PER_PERSON = 3;
const PEOPLE_PER_POST = 5;
const LIKES_PER_POST = 3;
const DAYS = 100;

/** SQL: a random user of the dataset, weighted towards the first ones. */
const ANY = '$3::bigint + floor(random() * $4::bigint)::bigint';
const POPULAR = '$3::bigint + floor(power(random(), 4) * $4::bigint)::bigint';

const INSERT_FOLLOWS = `
  INSERT INTO follows (follower_id, followed_id, created_at)
  SELECT one, other, now() - random() * interval '${DAYS} days'
  FROM (SELECT ${ANY} AS one, ${POPULAR} AS other FROM generate_series($1::bigint, $2::bigint)) pair
  WHERE one <> other ON CONFLICT DO NOTHING`;

/** Text posts; one in twenty is private. In order of creation, like the ids. */
const INSERT_POSTS = `
  INSERT INTO posts (media_id, author_id, caption, visibility, is_locked, created_at)
  SELECT left(md5('post ' || n), 24), ${POPULAR}, 'A post of many, number ' || n,
    CASE WHEN n % 20 = 0 THEN 'private' ELSE 'public' END, false,
    now() - make_interval(secs => ($5::bigint - n) * (${DAYS} * 86400.0 / $5::bigint))
  FROM generate_series($1::bigint, $2::bigint) AS n`;

const INSERT_LIKES = `
  WITH liked AS (
    INSERT INTO post_likes (post_id, user_id)
    SELECT post.id, ${ANY} FROM posts post CROSS JOIN generate_series(1, ${LIKES_PER_POST})
    WHERE post.id BETWEEN $1::bigint AND $2::bigint AND post.visibility = 'public'
    ON CONFLICT DO NOTHING RETURNING post_id
  )
  UPDATE posts SET like_count = counted.likes
  FROM (SELECT post_id, count(*) AS likes FROM liked GROUP BY post_id) counted WHERE posts.id = counted.post_id`;

/** Inserts three follows per user, one post per five users, and three likes per post. */
export async function fillPosts({ pool }: Database, people: number, report: FillReport): Promise<void> {
  const { rows } = await pool.query<{ first: number }>('SELECT min(id) AS first FROM users');
  const dataset = [rows[0]?.first ?? 1, people];
  const inBatches = async (
    what: string,
    first: number,
    last: number,
    statement: string,
    otherValues: number[],
  ) => {
    for (let from = first; from <= last; from += BATCH) {
      const to = Math.min(from + BATCH - 1, last);
      await pool.query(statement, [from, to, ...dataset, ...otherValues]);
      report(what, to - first + 1, last - first + 1);
    }
  };
  await inBatches('follows', 1, people * FOLLOWS_PER_PERSON, INSERT_FOLLOWS, []);
  const posts = Math.ceil(people / PEOPLE_PER_POST);
  await inBatches('posts', 1, posts, INSERT_POSTS, [posts]);
  const created = await pool.query<{ first: number; last: number }>(
    'SELECT min(id) AS first, max(id) AS last FROM posts',
  );
  const { first = 1, last = 0 } = created.rows[0] ?? {};
  await inBatches('likes', first, last, INSERT_LIKES, []);
}
