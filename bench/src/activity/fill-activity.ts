import type { Database } from '../../../server/src/platform/database/index.ts';
import { insertPeople } from '../people/fill-people.ts';

/** Users per statement. */
const BATCH = 100_000;

/** One post, two follows and one like of a neighbour for each ten users, and one suspended user in a thousand. */
const INSERT_OTHERS = `
  WITH person AS MATERIALIZED (
    SELECT id FROM users WHERE id BETWEEN $1::bigint AND $2::bigint
  ), suspended AS (
    UPDATE users SET suspended_at = now() FROM person WHERE users.id = person.id AND users.id % 1000 = 999
  ), posted AS (
    INSERT INTO posts (media_id, author_id, caption, visibility, is_locked)
    SELECT left(md5('post of ' || id), 24), id, 'One of many', 'public', false FROM person WHERE id % 10 = 0
    RETURNING id, author_id, media_id
  ), liked AS (
    INSERT INTO post_likes (post_id, user_id) SELECT posted.id, posted.author_id + n
    FROM posted, generate_series(1, 3) AS n WHERE posted.author_id + n <= $2::bigint
  ), followed AS (
    INSERT INTO follows (follower_id, followed_id) SELECT id, id - 1 FROM person WHERE id % 5 = 0 AND id > $1::bigint
    ON CONFLICT DO NOTHING
  )
  INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, opened_at, happened_at, is_read)
  SELECT left(md5('like ' || author_id), 24), author_id, 'like', 'post', media_id, now() - interval '1 minute', now(), false
  FROM posted
  UNION ALL
  SELECT left(md5('item ' || person.id || ' ' || n), 24), person.id, 'follow', 'user', 'somebody',
    now() - make_interval(days => n), now() - make_interval(days => n), n > 1
  FROM person, generate_series(1, 2) AS n`;

/**
 * The reader's own activity, the same in every dataset: 30 posts liked by 60 people each and one by 5,000, 40 comments of each of ten
 * people, and follows. Half of it is unread. The actors are spread over the dataset.
 */
const OWN = { posts: 30, likes: 60, popular: 5000, comments: 400, follows: 50 };

const INSERT_OWN_LIKES = `
  WITH posted AS (
    INSERT INTO posts (media_id, author_id, caption, visibility, is_locked, created_at)
    SELECT left(md5('own post ' || n), 24), $1::bigint, 'My post number ' || n, 'public', false,
      now() - make_interval(hours => n)
    FROM generate_series(1, $3::integer) AS n RETURNING id, media_id, created_at
  ), numbered AS (
    SELECT posted.*, row_number() OVER (ORDER BY created_at DESC) AS n FROM posted
  ), liked AS (
    INSERT INTO post_likes (post_id, user_id, created_at)
    SELECT numbered.id, actor.id, numbered.created_at + interval '1 minute'
    FROM numbered CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS actor (id, place)
    WHERE CASE numbered.n WHEN 1 THEN place <= $5::integer ELSE (place + numbered.n) % ($5::integer / $4::integer) = 0 END
  )
  INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, opened_at, happened_at, is_read)
  SELECT left(md5('own like ' || n), 24), $1, 'like', 'post', media_id, created_at, created_at + interval '1 minute', n % 2 = 0
  FROM numbered`;

const INSERT_OWN_COMMENTS = `
  WITH post AS (
    SELECT id, row_number() OVER (ORDER BY created_at DESC) AS n, count(*) OVER () AS posts
    FROM posts WHERE author_id = $1::bigint
  ), said AS (
    INSERT INTO post_comments (comment_id, post_id, author_id, comment, created_at)
    SELECT left(md5('own comment ' || part), 24), post.id, ($2::bigint[])[1 + part % 10],
      'What a picture, part ' || part, now() - make_interval(mins => part * 7)
    FROM generate_series(1, $3::integer) AS part JOIN post ON post.n = 1 + part % post.posts
    RETURNING comment_id, author_id, created_at, id
  )
  INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, actor_id, opened_at, happened_at, is_read)
  SELECT left(md5('own item ' || comment_id), 24), $1, 'comment', 'comment', comment_id, author_id, created_at, created_at,
    id % 2 = 0
  FROM said`;

const INSERT_OWN_FOLLOWS = `
  WITH followed AS (
    INSERT INTO follows (follower_id, followed_id, created_at)
    SELECT id, $1::bigint, now() - interval '1 minute' FROM unnest(($2::bigint[])[1:$3::integer]) AS actor (id)
    ON CONFLICT DO NOTHING
  )
  INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, opened_at, happened_at)
  SELECT left(md5('own follow'), 24), id, 'follow', 'user', username, now() - interval '1 hour', now()
  FROM users WHERE id = $1`;

/** Inserts users with posts, likes and activity, and a reader (who exists already) with much of it. */
export async function fillActivity({ pool }: Database, people: number, readerName: string): Promise<void> {
  await insertPeople(pool, people);
  const { rows } = await pool.query<{ first: number; last: number; reader: number }>(
    'SELECT min(id) AS first, max(id) AS last, max(id) FILTER (WHERE username = $1) AS reader FROM users',
    [readerName],
  );
  const { first = 1, last = 0, reader = 0 } = rows[0] ?? {};
  for (let from = first; from <= last; from += BATCH)
    await pool.query(INSERT_OTHERS, [from, Math.min(from + BATCH - 1, last)]);
  const actors = await pool.query<{ id: number }>(
    `SELECT id FROM (
       SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS all_of_them
       FROM users WHERE id <> $1 AND suspended_at IS NULL AND deleted_at IS NULL
     ) other WHERE place % (all_of_them / $2) = 0 LIMIT $2`,
    [reader, OWN.popular],
  );
  const ids = actors.rows.map(({ id }) => id);
  await pool.query(INSERT_OWN_LIKES, [reader, ids, OWN.posts, OWN.likes, OWN.popular]);
  await pool.query(INSERT_OWN_COMMENTS, [reader, ids, OWN.comments]);
  await pool.query(INSERT_OWN_FOLLOWS, [reader, ids, OWN.follows]);
}
