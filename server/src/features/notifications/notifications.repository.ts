import type { Notification, NotificationKind } from '@adda/contract/notifications';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

type Row = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly text: string;
  readonly about: string | null;
  readonly sanction_id: string | null;
  readonly created_at: Date;
  readonly read_at: Date | null;
};

const COLUMNS = ['id', 'kind', 'text', 'about', 'sanction_id', 'created_at', 'read_at'] as const;

const notificationOf = ({ id, created_at: at, read_at: readAt, ...rest }: Row): Notification => ({
  notification_id: id,
  ...rest,
  created_at: at.toISOString(),
  is_read: readAt !== null,
});

/** A notification to insert, unread. */
export type StoredNotification = Pick<Row, 'id' | 'kind' | 'text' | 'about' | 'sanction_id'> & {
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
