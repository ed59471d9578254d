import type { ActivityKind, NotificationSettingsInput } from '@adda/contract/activity';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { StoredActivity } from './activity.types.ts';

/** A place in the list, which is in the order of time and id, the newest first. */
export type ActivityPosition = { readonly happenedAt: Date; readonly id: string };

/** An item of a user. */
export type ItemOfUser = { readonly userId: number; readonly itemId: string };

const ITEM = sql`
  item.id, item.kind, item.subject_type AS "subjectType", item.subject_id AS "subjectId", item.actor_id AS "actorId",
  item.opened_at AS "openedAt", item.happened_at AS "happenedAt", item.is_read AS "isRead"`;

type CandidatesQuery = {
  readonly userId: number;
  readonly kinds: readonly ActivityKind[];
  readonly isUnread: boolean;
  readonly after: ActivityPosition | undefined;
  /** Only what happened later. */
  readonly since?: Date | undefined;
  readonly limit: number;
};

/** Returns items of a user, the newest first, whether or not the user may see them. */
export async function listCandidates(db: Queryable, query: CandidatesQuery): Promise<StoredActivity[]> {
  const { userId, kinds, isUnread, after, since, limit } = query;
  const { rows } = await sql<StoredActivity>`
    SELECT ${ITEM} FROM activity_items item
    WHERE item.user_id = ${userId} AND item.kind = ANY (${kinds}::text[])
      ${isUnread ? sql`AND NOT item.is_read` : sql``}
      ${after ? sql`AND (item.happened_at, item.id) < (${after.happenedAt}, ${after.id})` : sql``}
      ${since ? sql`AND item.happened_at > ${since}` : sql``}
    ORDER BY item.happened_at DESC, item.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns unread items of a user after an id, in the order of their ids. */
export async function listUnread(
  db: Queryable,
  userId: number,
  kinds: readonly ActivityKind[],
  page: { readonly after: string; readonly limit: number; readonly since?: Date | undefined },
): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    SELECT ${ITEM} FROM activity_items item
    WHERE item.user_id = ${userId} AND NOT item.is_read AND item.kind = ANY (${kinds}::text[])
      AND item.id > ${page.after} ${page.since ? sql`AND item.happened_at > ${page.since}` : sql``}
    ORDER BY item.id LIMIT ${page.limit}`.execute(db);
  return rows;
}

/**
 * SQL condition: something unread happened to the user since a time, of a kind that `chosen`, their ways of being told, have with
 * e-mail. Whether they may see it is not checked (NT-05).
 */
export const hasUnreadForMail = (
  userId: RawBuilder<unknown>,
  chosen: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM activity_items item
  WHERE item.user_id = ${userId} AND NOT item.is_read AND item.happened_at > ${since}
    AND (${chosen} -> item.kind ->> 'email')::boolean)`;

/** Returns those of the items that exist and belong to the user. */
export async function findItems(
  db: Queryable,
  userId: number,
  ids: readonly string[],
): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    SELECT ${ITEM} FROM activity_items item
    WHERE item.id = ANY (${ids}::text[]) AND item.user_id = ${userId}`.execute(db);
  return rows;
}

/** Returns what the user chose about how they are told (NT-03). */
export async function readChosenWays(db: Queryable, userId: number): Promise<NotificationSettingsInput> {
  const row = await db
    .selectFrom('users')
    .select('notifications')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.notifications ?? {};
}

/** An actor, as an item names them. */
export type NamedActor = {
  readonly id: number;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string | null;
};

/** Returns the names and pictures of users; deleted ones are left out. */
export async function nameActors(db: Queryable, ids: readonly number[]): Promise<NamedActor[]> {
  const { rows } = await sql<NamedActor>`
    SELECT id, username, display_name, profile_image_url AS avatar FROM users
    WHERE id = ANY (${ids}::bigint[]) AND deleted_at IS NULL`.execute(db);
  return rows;
}

/** Returns up to when the user has read the announcements; undefined before the first time. */
export async function readAnnouncementsReadAt(db: Queryable, userId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('activity_readers')
    .select('announcements_read_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.announcements_read_at;
}

/**
 * Marks a user's items up to a position as read, and the announcements of that time. The rows are locked in the order of their ids,
 * as by {@link touchJoined}, so that neither waits for the other in a circle.
 */
export async function readUpTo(tx: Tx, userId: number, { happenedAt, id }: ActivityPosition): Promise<void> {
  await sql`
    WITH older AS (
      SELECT item.id FROM activity_items item
      WHERE item.user_id = ${userId} AND NOT item.is_read AND (item.happened_at, item.id) <= (${happenedAt}, ${id})
      ORDER BY item.id FOR NO KEY UPDATE)
    UPDATE activity_items SET is_read = true FROM older WHERE activity_items.id = older.id`.execute(tx);
  await sql`
    INSERT INTO activity_readers (user_id, announcements_read_at) VALUES (${userId}, ${happenedAt})
    ON CONFLICT (user_id) DO UPDATE
      SET announcements_read_at = greatest(activity_readers.announcements_read_at, excluded.announcements_read_at)`.execute(
    tx,
  );
}

/** Returns items that may look different for one of two users after a change between them, the newest of each. */
export async function listItemsBetween(
  db: Queryable,
  one: number,
  other: number,
  limit: number,
): Promise<ItemOfUser[]> {
  const of = (userId: number, actorId: number) => sql`
    (SELECT item.user_id AS "userId", item.id AS "itemId" FROM activity_items item
     WHERE item.user_id = ${userId} AND (item.actor_id = ${actorId} OR item.kind IN ('like', 'follow', 'emoji_reaction'))
     ORDER BY item.happened_at DESC, item.id DESC LIMIT ${limit})`;
  const { rows } = await sql<ItemOfUser>`${of(one, other)} UNION ALL ${of(other, one)}`.execute(db);
  return rows;
}

/** Returns the newest items of all users in which a user is the only actor. */
export async function listItemsByActor(db: Queryable, actorId: number, limit: number): Promise<ItemOfUser[]> {
  const { rows } = await sql<ItemOfUser>`
    SELECT item.user_id AS "userId", item.id AS "itemId" FROM activity_items item
    WHERE item.actor_id = ${actorId} ORDER BY item.happened_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}
