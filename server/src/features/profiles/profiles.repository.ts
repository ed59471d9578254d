import type { PersonFace } from '@adda/contract/profiles';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { isSubscribed } from '../creators/index.ts';
import {
  areBlocked,
  countFollowed,
  countFollowers,
  isFollowing,
  isHiddenFrom,
  isHiding,
} from '../relations/index.ts';

/** The fields of a user that a viewer may see if the two are not blocked. */
export type PersonRow = {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly bio: string | null;
  readonly links: string[];
  readonly profile_image_url: string | null;
  readonly is_guest: boolean;
  readonly referral_code: string | null;
  readonly total_subscribers: number;
  /** Whether the viewer may know how many users are in the lists. */
  readonly shows_followers: boolean;
  readonly shows_following: boolean;
  /** How many they are; null where the viewer may not know, or they were not counted. */
  readonly followers: number | null;
  readonly following: number | null;
  readonly is_subscribed: boolean;
  readonly is_following: boolean;
};

/**
 * Returns an account that is not deleted; a suspended account only to its owner. A user who is hidden from the viewer is
 * unknown (MR-05).
 */
export async function findPerson(
  db: Queryable,
  viewerId: number,
  username: string,
  { countsRelations }: { readonly countsRelations: boolean },
): Promise<PersonRow | undefined> {
  const viewer = sql`${viewerId}::bigint`;
  const counts = countsRelations ? sql`true` : sql`false`;
  const { rows } = await sql<PersonRow>`
    SELECT person.id, person.username, person.display_name, person.bio, person.links, person.profile_image_url,
      person.is_guest, person.referral_code,
      coalesce(totals.subscribers, 0) AS total_subscribers,
      NOT person.hide_followers OR person.id = ${viewer} AS shows_followers,
      NOT person.hide_following OR person.id = ${viewer} AS shows_following,
      CASE WHEN ${counts} AND (NOT person.hide_followers OR person.id = ${viewer})
        THEN ${countFollowers(sql`person.id`, viewer)} END AS followers,
      CASE WHEN ${counts} AND (NOT person.hide_following OR person.id = ${viewer})
        THEN ${countFollowed(sql`person.id`, viewer)} END AS following,
      ${isSubscribed(viewer, sql`person.id`)} AS is_subscribed,
      ${isFollowing(viewer, sql`person.id`)} AS is_following
    FROM users person LEFT JOIN creator_totals totals ON totals.user_id = person.id
    WHERE person.username = ${username} AND person.deleted_at IS NULL
      AND (person.suspended_at IS NULL OR person.id = ${viewer})
      AND NOT ${isHiddenFrom(sql`person.id`, viewer)}`.execute(db);
  return rows[0];
}

/** Returns how many users the viewer sees in the lists of a user (HM-15), whether or not the user shows these numbers. */
export async function countRelations(db: Queryable, viewerId: number, userId: number) {
  const [person, viewer] = [sql`${userId}::bigint`, sql`${viewerId}::bigint`];
  const { rows } = await sql<{ readonly followers: number; readonly following: number }>`
    SELECT ${countFollowers(person, viewer)} AS followers, ${countFollowed(person, viewer)} AS following`.execute(
    db,
  );
  return rows[0] ?? { followers: 0, following: 0 };
}

/**
 * Returns the public fields of a user; undefined for a guest, who has no public page, and for a deleted, suspended or hidden
 * account.
 */
export async function findPublicPerson(db: Queryable, username: string) {
  const { rows } = await sql<
    Pick<PersonRow, 'username' | 'display_name' | 'bio' | 'links' | 'profile_image_url' | 'total_subscribers'>
  >`
    SELECT person.username, person.display_name, person.bio, person.links, person.profile_image_url,
      coalesce(totals.subscribers, 0) AS total_subscribers
    FROM users person LEFT JOIN creator_totals totals ON totals.user_id = person.id
    WHERE person.username = ${username} AND NOT person.is_guest
      AND person.deleted_at IS NULL AND person.suspended_at IS NULL AND NOT ${isHiding(sql`person.id`)}`.execute(
    db,
  );
  return rows[0];
}

/** Returns the id of a user who is neither deleted nor suspended, nor hidden from the viewer. */
export async function findPersonId(
  db: Queryable,
  viewerId: number,
  username: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users
    WHERE username = ${username} AND deleted_at IS NULL AND suspended_at IS NULL
      AND NOT ${isHiddenFrom(sql`users.id`, sql`${viewerId}::bigint`)}`.execute(db);
  return rows[0]?.id;
}

/** SQL condition: the viewer may see the name and the picture of `person` in lists. */
const isSeenBy = (viewer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (person.deleted_at IS NULL AND person.suspended_at IS NULL AND NOT ${areBlocked(sql`person.id`, viewer)}
    AND NOT ${isHiddenFrom(sql`person.id`, viewer)})`;

/** Returns names and pictures of those of the users whom the viewer may see, in the order of the names (HM-07). */
export async function listFaces(
  db: Queryable,
  viewerId: number,
  usernames: readonly string[],
): Promise<PersonFace[]> {
  const { rows } = await sql<PersonFace>`
    SELECT person.username, person.display_name, person.profile_image_url AS picture
    FROM unnest(${usernames}::text[]) WITH ORDINALITY AS named (username, place)
    JOIN users person ON person.username = named.username
    WHERE ${isSeenBy(sql`${viewerId}::bigint`)} ORDER BY named.place`.execute(db);
  return rows;
}

/**
 * Returns those of the viewers who show a user in their lists and may see them: members of the same conversations, and followers
 * (HM-07).
 */
export async function findViewersAmong(
  db: Queryable,
  userId: number,
  viewerIds: readonly number[],
): Promise<number[]> {
  const viewer = sql`viewer.id`;
  const { rows } = await sql<{ id: number }>`
    WITH viewer AS MATERIALIZED (
      SELECT theirs.user_id AS id FROM conversation_members own
      JOIN conversation_members theirs ON theirs.conversation_id = own.conversation_id
      WHERE own.user_id = ${userId} AND theirs.user_id = ANY (${viewerIds}::bigint[])
      UNION
      SELECT follower_id FROM follows WHERE followed_id = ${userId} AND follower_id = ANY (${viewerIds}::bigint[])
    )
    SELECT viewer.id FROM viewer JOIN users person ON person.id = ${userId}
    WHERE viewer.id <> ${userId} AND ${isSeenBy(viewer)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the profile fields of a user as `profile_updated` sends them; undefined for a deleted account. */
export const readProfile = (db: Queryable, userId: number): Promise<ProfileRow | undefined> =>
  db
    .selectFrom('users')
    .select(['username', 'display_name', 'bio', 'links', 'profile_image_url'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** The profile fields that a user edits. */
export type ProfileRow = Pick<PersonRow, 'username' | 'display_name' | 'bio' | 'links' | 'profile_image_url'>;

/** Returns the profile fields of a user, locked until the transaction ends; undefined for a deleted account. */
export async function lockProfile(tx: Tx, userId: number): Promise<ProfileRow | undefined> {
  return tx
    .selectFrom('users')
    .select(['username', 'display_name', 'bio', 'links', 'profile_image_url'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the address of the user's picture. */
export async function findPicture(db: Queryable, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('profile_image_url')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.profile_image_url ?? null;
}

/** Stores the profile fields of a user. */
export async function storeProfile(
  tx: Tx,
  userId: number,
  { display_name, bio, links, profile_image_url }: ProfileRow,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ display_name, bio, links, profile_image_url })
    .where('id', '=', userId)
    .execute();
}
