import { FOLLOWED_BOOST_SECONDS } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';

/** Times of a world are whole hours before a base. */
const HOUR_MS = 3_600_000;

export type WorldPost = {
  /** Index of a user. */
  readonly author: number;
  readonly hoursAgo: number;
  readonly kind: 'public' | 'private' | 'locked';
  readonly mediaId: string;
};

/** Everything that one viewer's feed depends on; users are indexes, the viewer is 0. */
export type World = {
  readonly posts: readonly WorldPost[];
  readonly follows: readonly { readonly target: number; readonly hoursAgo: number }[];
  /** Follows that have ended. */
  readonly unfollowed: readonly {
    readonly target: number;
    readonly hoursAgo: number;
    readonly until: number;
  }[];
  readonly subscriptions: readonly {
    readonly target: number;
    readonly hoursAgo: number;
    readonly expires: number;
    readonly ended: number | undefined;
  }[];
  readonly blocks: readonly { readonly target: number; readonly isByViewer: boolean }[];
  readonly suspended: readonly number[];
  /** Number of further followed users without posts. */
  readonly quietFollows: number;
  readonly asOfHoursAgo: number;
};

/** Returns the feed of a world by the rule of ADR 20, in a straightforward implementation: ids of posts in order. */
export function modelFeed(world: World): string[] {
  const { asOfHoursAgo: asOf } = world;
  const isBoosted = (target: number) =>
    target !== 0 &&
    (world.follows.some((follow) => follow.target === target && follow.hoursAgo >= asOf) ||
      world.unfollowed.some(
        (follow) => follow.target === target && follow.hoursAgo >= asOf && follow.until < asOf,
      ) ||
      world.subscriptions.some(
        ({ target: creator, hoursAgo, expires, ended }) =>
          creator === target && hoursAgo >= asOf && expires < asOf && (ended === undefined || ended < asOf),
      ));
  const isSeen = ({ author, kind, hoursAgo }: WorldPost) =>
    hoursAgo >= asOf &&
    (author === 0 ||
      (kind !== 'private' &&
        !world.suspended.includes(author) &&
        !world.blocks.some(({ target }) => target === author)));
  const rankOf = ({ author, hoursAgo }: WorldPost) =>
    (isBoosted(author) ? FOLLOWED_BOOST_SECONDS / 3600 : 0) - hoursAgo;
  return world.posts
    .filter(isSeen)
    .toSorted((a, b) => rankOf(b) - rankOf(a) || (a.mediaId < b.mediaId ? 1 : -1))
    .map((post) => post.mediaId);
}

/** Replaces the stored world with another one of existing users. Returns the moment that it is read as of. */
export async function makeWorld({ db }: Database, people: readonly number[], world: World): Promise<Date> {
  const base = Math.floor(Date.now() / 1000) * 1000;
  const at = (hoursAgo: number) => new Date(base - hoursAgo * HOUR_MS);
  const idOf = (index: number) => people[index] ?? 0;
  const viewer = idOf(0);
  for (const table of ['posts', 'follows', 'ended_follows', 'subscriptions', 'blocks'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  await sql`UPDATE users SET suspended_at = NULL`.execute(db);
  await sql`UPDATE users SET suspended_at = now() WHERE id = ANY (${world.suspended.map(idOf)})`.execute(db);
  await sql`
    WITH plan AS (
      INSERT INTO plans (plan_id, creator_id, name, amount_cents, validity_days)
      SELECT 'plan_' || lpad(to_hex(id), 24, '0'), id, 'Everything', 499, 30 FROM unnest(${people}::bigint[]) AS person (id)
      ON CONFLICT (plan_id) DO UPDATE SET name = excluded.name RETURNING id, creator_id
    ), given AS (
      SELECT * FROM unnest(${world.posts.map((post) => idOf(post.author))}::bigint[],
        ${world.posts.map((post) => post.mediaId)}::text[], ${world.posts.map((post) => post.kind)}::text[],
        ${world.posts.map((post) => at(post.hoursAgo))}::timestamptz[]) AS given (author_id, media_id, kind, created_at)
    ), file AS (
      INSERT INTO media_files (id, owner_id, kind, bytes, used_at)
      SELECT media_id, author_id, 'image', 1, now() FROM given WHERE kind = 'locked' ON CONFLICT DO NOTHING
    )
    INSERT INTO posts (media_id, author_id, caption, visibility, is_locked, file_id, plan_id, created_at)
    SELECT media_id, author_id, 'One of many', CASE kind WHEN 'public' THEN 'public' ELSE 'private' END,
      kind = 'locked', CASE kind WHEN 'locked' THEN media_id END, CASE kind WHEN 'locked' THEN plan.id END, created_at
    FROM given JOIN plan ON plan.creator_id = author_id`.execute(db);
  for (const { target, hoursAgo } of world.follows)
    await sql`INSERT INTO follows VALUES (${viewer}, ${idOf(target)}, ${at(hoursAgo)})`.execute(db);
  for (const { target, hoursAgo, until } of world.unfollowed)
    await sql`INSERT INTO ended_follows VALUES (${viewer}, ${idOf(target)}, ${at(hoursAgo)}, ${at(until)})`.execute(
      db,
    );
  for (const [index, { target, hoursAgo, expires, ended }] of world.subscriptions.entries())
    await sql`
      INSERT INTO subscriptions (subscription_id, subscriber_id, creator_id, plan_id, activated_at, expires_at, ended_at)
      SELECT ${`sub_${index}`}, ${viewer}, creator_id, id, ${at(hoursAgo)}, ${at(expires)},
        ${ended === undefined ? null : at(ended)} FROM plans WHERE creator_id = ${idOf(target)}`.execute(db);
  for (const { target, isByViewer } of world.blocks) {
    const [by, blocked] = isByViewer ? [viewer, idOf(target)] : [idOf(target), viewer];
    await sql`INSERT INTO blocks VALUES (${by}, ${blocked}) ON CONFLICT DO NOTHING`.execute(db);
  }
  await sql`
    INSERT INTO follows SELECT ${viewer}, id, ${at(1000)} FROM users WHERE username LIKE 'quiet%'
    ORDER BY id LIMIT ${world.quietFollows}`.execute(db);
  return at(world.asOfHoursAgo);
}
