import type { Database } from '../../../server/src/platform/database/index.ts';
import { SENDERS, viewers } from './viewers.ts';

const FOLLOWS = 500_000;
const BLOCKS = 100_000;
const SUBSCRIPTIONS = 100_000;
const DAYS = 100;

const INSERT_SENDERS = `
  WITH person AS (
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    SELECT 'sender' || n, 'One of many', true, '1990-01-01', 'female', 'India', 'Kerala'
    FROM generate_series(1, $1::integer) AS n RETURNING id
  )
  SELECT array_agg(id ORDER BY id) AS ids FROM person`;

/** SQL: a random user of a list, weighted towards the first ones. */
const ANY = (list: string) => `(${list})[1 + floor(random() * ${SENDERS})::integer]`;
const POPULAR = (list: string) => `(${list})[1 + floor(power(random(), 2) * ${SENDERS})::integer]`;

/** Inserts posts: one in twenty is private, few senders have many, most have few; spread over a hundred days. */
const INSERT_POSTS = `
  INSERT INTO posts (media_id, author_id, caption, visibility, is_locked, created_at)
  SELECT left(md5('post ' || n), 24), ${POPULAR('$1::bigint[]')}, 'One of many',
    CASE WHEN random() < 0.05 THEN 'private' ELSE 'public' END, false,
    now() - make_interval(secs => random() * ${DAYS} * 86400)
  FROM generate_series(1, $2::integer) AS n`;

const pairs = (one: string, other: string) => `
  SELECT DISTINCT one, other FROM (
    SELECT ${one} AS one, ${other} AS other FROM generate_series(1, $2::integer)
  ) pair WHERE one <> other`;

const INSERT_FOLLOWS = `
  INSERT INTO follows (follower_id, followed_id, created_at)
  SELECT one, other, now() - interval '30 days' FROM (${pairs(ANY('$1::bigint[]'), POPULAR('$1::bigint[]'))}) pair`;

const INSERT_BLOCKS = `
  INSERT INTO blocks (blocker_id, blocked_id) ${pairs(ANY('$1::bigint[]'), ANY('$1::bigint[]'))}`;

const INSERT_PLANS = `
  INSERT INTO plans (plan_id, creator_id, name, amount_cents, validity_days)
  SELECT 'plan_' || left(md5('plan ' || id), 24), id, 'Everything', 499, 30 FROM unnest($1::bigint[]) AS person (id)`;

const INSERT_SUBSCRIPTIONS = `
  INSERT INTO subscriptions (subscription_id, subscriber_id, creator_id, plan_id, activated_at, expires_at)
  SELECT 'sub_' || left(md5(one || ' ' || other), 24), one, other, plan.id, now() - interval '5 days',
    now() + interval '25 days'
  FROM (${pairs(ANY('$1::bigint[]'), POPULAR('$1::bigint[]'))}) pair JOIN plans plan ON plan.creator_id = other`;

/** Inserts users, their relations and posts, for the existing viewers. */
export async function fillFeed(
  { pool }: Database,
  posts: number,
  viewerNames: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ ids: number[] }>(INSERT_SENDERS, [SENDERS]);
  const ids = rows[0]?.ids ?? [];
  await pool.query(INSERT_POSTS, [ids, posts]);
  await pool.query(INSERT_FOLLOWS, [ids, FOLLOWS]);
  await pool.query(INSERT_BLOCKS, [ids, BLOCKS]);
  await pool.query(INSERT_PLANS, [ids]);
  await pool.query(INSERT_SUBSCRIPTIONS, [ids, SUBSCRIPTIONS]);
  for (const [index, { follows, blocks }] of viewers.entries()) {
    const found = await pool.query<{ id: number }>('SELECT id FROM users WHERE username = $1', [
      viewerNames[index],
    ]);
    const viewer = found.rows[0]?.id;
    // Spread over all senders; blocked and followed senders are disjoint.
    await pool.query(
      `INSERT INTO follows (follower_id, followed_id, created_at)
       SELECT $1, id, now() - interval '3 days' FROM unnest($2::bigint[]) AS person (id)`,
      [viewer, spread(ids, follows, 0)],
    );
    const blocked = spread(ids, blocks, 1);
    await pool.query(
      `INSERT INTO blocks (blocker_id, blocked_id)
       SELECT CASE n % 2 WHEN 0 THEN $1 ELSE id END, CASE n % 2 WHEN 0 THEN id ELSE $1 END
       FROM unnest($2::bigint[]) WITH ORDINALITY AS person (id, n)`,
      [viewer, blocked],
    );
  }
}

function spread(ids: readonly number[], count: number, start: number): number[] {
  const step = Math.max(1, Math.floor(ids.length / Math.max(1, count)));
  return ids.filter((_, index) => index % step === start % step).slice(0, count);
}
