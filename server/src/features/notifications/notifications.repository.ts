import type {
  Notification,
  NotificationKind,
  Announcement,
  ManagedAnnouncement,
} from '@adda/contract/notifications';
import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { areBlocked } from '../relations/index.ts';
import type { AnnouncementsTable } from './notifications.tables.ts';

type Row = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly text: string;
  readonly about: string | null;
  readonly sanction_id: string | null;
  readonly group_id: string | null;
  readonly invite_code: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
};

const COLUMNS = [
  'id',
  'kind',
  'text',
  'about',
  'sanction_id',
  'group_id',
  'invite_code',
  'created_at',
  'read_at',
] as const;

const notificationOf = ({ id, created_at: at, read_at: readAt, ...rest }: Row): Notification => ({
  notification_id: id,
  ...rest,
  created_at: at.toISOString(),
  is_read: readAt !== null,
});

/** A notification to insert, unread. */
export type StoredNotification = Omit<Row, 'created_at' | 'read_at'> & {
  readonly user_id: number;
};

/** Inserts a notification and returns it in the form of the recipient. */
export async function insertNotification(tx: Tx, stored: StoredNotification): Promise<Notification> {
  const row = await tx
    .insertInto('notifications')
    .values(stored)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return notificationOf(row);
}

/** Returns one page of a user's notifications, newest first. */
export async function listNotifications(
  db: Queryable,
  userId: number,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(skip)
    .limit(limit)
    .execute();
  return rows.map(notificationOf);
}

/** Counts the notifications of a user, in total and unread. */
export async function countNotifications(
  db: Queryable,
  userId: number,
): Promise<{ readonly total: number; readonly unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread
    FROM notifications WHERE user_id = ${userId}`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

/** Marks all notifications of a user as read. */
export async function readAll(db: Queryable, userId: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}

/** Returns the id of a user by name; undefined for an unknown name. */
export async function findUserId(db: Queryable, username: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.id;
}

/** Returns the ids of the notifications about invitations. */
export async function listIdsByInvite(db: Queryable, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM notifications WHERE invite_code = ANY (${codes}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** A notification as an item of the activity. */
export type ActivityRow = Pick<Row, 'id' | 'text' | 'sanction_id' | 'group_id' | 'invite_code'> & {
  readonly actor_id: number | null;
};

/**
 * Returns notifications of a user for the activity, each with who it is by. Left out are those that are gone, invitations that have
 * expired or lead to deleted rooms, and what blocked or suspended users did (NT-01).
 */
export async function listForActivity(
  db: Queryable,
  userId: number,
  items: readonly { readonly id: string; readonly actorId: number | null }[],
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    SELECT told.id, told.text, told.sanction_id, told.group_id, told.invite_code, item.actor_id
    FROM unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ actorId }) => actorId)}::bigint[])
      AS item (id, actor_id)
    JOIN notifications told ON told.id = item.id AND told.user_id = ${userId}
    WHERE (told.group_id IS NULL
        OR EXISTS (SELECT FROM rooms WHERE rooms.group_id = told.group_id AND rooms.deleted_at IS NULL))
      AND NOT EXISTS (
        SELECT FROM room_invites invite WHERE invite.code = told.invite_code AND invite.expires_at <= now())
      AND (item.actor_id IS NULL OR EXISTS (
        SELECT FROM users actor
        WHERE actor.id = item.actor_id AND actor.deleted_at IS NULL AND actor.suspended_at IS NULL
          AND NOT ${areBlocked(sql`${userId}::bigint`, sql`actor.id`)}))`.execute(db);
  return rows;
}

/** Returns the recipient of a mail; undefined for guests, deleted accounts and accounts without an address. */
export async function findRecipient(
  db: Queryable,
  userId: number,
): Promise<{ readonly username: string; readonly email: string } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', userId)
    .where('is_guest', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.email == null ? undefined : { username: user.username, email: user.email };
}

/** Maximum number of past announcements in the console. */
const PAST_MAX = 100;

type AnnouncementRow = {
  readonly id: string;
  readonly text: string;
  readonly link: string | null;
  readonly tone: 'info' | 'warning';
  readonly starts_at: Date;
  readonly ends_at: Date | null;
};

type ManagedRow = AnnouncementRow & {
  readonly state: ManagedAnnouncement['state'];
  readonly created_by: string;
  readonly created_at: Date;
};

const isOver = sql<boolean>`(announcement.ends_at IS NOT NULL AND announcement.ends_at <= clock_timestamp())`;
const isShown = sql<boolean>`(announcement.starts_at <= clock_timestamp() AND NOT ${isOver})`;

const MANAGED = sql`
  SELECT announcement.id, announcement.text, announcement.link, announcement.tone, announcement.starts_at,
    announcement.ends_at, announcement.created_at, author.username AS created_by,
    CASE WHEN ${isOver} THEN 'over' WHEN ${isShown} THEN 'shown' ELSE 'planned' END AS state
  FROM announcements announcement JOIN users author ON author.id = announcement.created_by`;

const announcementOf = (row: AnnouncementRow): Announcement => ({
  announcement_id: row.id,
  text: row.text,
  link: row.link,
  tone: row.tone,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
});

const managedOf = (row: ManagedRow): ManagedAnnouncement => ({
  ...announcementOf(row),
  state: row.state,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
});

/** Serialises changes and broadcasts of announcements; reads are not blocked. */
export async function lockAnnouncements(tx: Tx): Promise<void> {
  await sql`LOCK TABLE announcements IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Returns the announcements visible now, newest first. */
export async function listShown(db: Queryable): Promise<Announcement[]> {
  const { rows } = await sql<AnnouncementRow>`
    SELECT id, text, link, tone, starts_at, ends_at FROM announcements announcement
    WHERE ${isShown} ORDER BY starts_at DESC, id`.execute(db);
  return rows.map(announcementOf);
}

/** Returns visible and planned announcements and the last past ones, newest first. */
export async function listManaged(db: Queryable): Promise<ManagedAnnouncement[]> {
  const { rows } = await sql<ManagedRow>`
    SELECT * FROM (
      (${MANAGED} WHERE NOT ${isOver})
      UNION ALL
      (${MANAGED} WHERE ${isOver} ORDER BY announcement.created_at DESC LIMIT ${PAST_MAX})
    ) listed ORDER BY created_at DESC, id`.execute(db);
  return rows.map(managedOf);
}

/** Returns the time of the database, because the clocks of the nodes may differ. */
export async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Inserts an announcement and returns it in the form of the console. */
export async function insertAnnouncement(
  tx: Tx,
  announcement: Insertable<AnnouncementsTable>,
): Promise<ManagedAnnouncement> {
  await tx.insertInto('announcements').values(announcement).execute();
  const { rows } = await sql<ManagedRow>`${MANAGED} WHERE announcement.id = ${announcement.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An announcement that was just stored is missing.');
  return managedOf(row);
}

/** Counts announcements that are visible or planned. */
export async function countActive(db: Queryable): Promise<number> {
  const { rows } = await sql<{ standing: number }>`
    SELECT count(*) AS standing FROM announcements announcement WHERE NOT ${isOver}`.execute(db);
  return rows[0]?.standing ?? 0;
}

/** Ends an announcement now, even a planned one. Returns false if it is unknown or over. */
export async function endAnnouncement(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE announcements announcement SET ends_at = ${now}, starts_at = least(starts_at, ${now})
    WHERE id = ${id} AND NOT ${isOver} RETURNING id`.execute(tx);
  return rows.length > 0;
}
