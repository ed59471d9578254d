import type { NotificationSettingsInput } from '@adda/contract/activity';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { hasUnreadForMail } from '../../activity/index.ts';
import { isOnline } from '../../presence/index.ts';

/** Hours between two mails, and hours in which a user must not have been there. */
const PAUSE_HOURS = 24;

/** Days that the first mail to a user goes back. */
const FIRST_DAYS = 30;

const PAUSE = sql`make_interval(hours => ${sql.lit(PAUSE_HOURS)})`;
const FIRST = sql`now() - make_interval(days => ${sql.lit(FIRST_DAYS)})`;

/**
 * SQL condition: `person` asked for mails, has a confirmed address, and was not there. The last activity of users who accept no
 * messages is not recorded (X-19), but the use of their sessions is.
 */
const MAY_BE_MAILED = sql`
  person.email_verified_at IS NOT NULL AND jsonb_path_exists(person.notifications, '$.*.email ? (@ == true)')
  AND person.email IS NOT NULL AND NOT person.is_guest
  AND person.deleted_at IS NULL AND person.suspended_at IS NULL
  AND person.last_active_at <= now() - ${PAUSE} AND NOT ${isOnline(sql`person.id`)}
  AND (person.is_available OR NOT EXISTS (
    SELECT FROM sessions WHERE sessions.user_id = person.id AND sessions.last_used_at > now() - ${PAUSE}))`;

/** SQL: from when on a new mail reports; a mail that still waits is replaced by it. */
const SINCE = sql`coalesce(CASE WHEN last.mail_id IS NULL THEN last.told_at ELSE last.since END, ${FIRST})`;

const FROM = sql`FROM users person LEFT JOIN missed_mails last ON last.user_id = person.id`;

/** Whom a mail may be sent to. `since`: from when on it reports. */
export type MailableUser = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly notifications: NotificationSettingsInput;
  readonly since: Date;
};

const USER = sql`person.id, person.username, person.email, person.notifications`;

/**
 * Returns users after an id, in the order of their ids, who may be sent a mail now and to whom something happened, which they may
 * not see.
 */
export async function listDue(db: Queryable, after: number, limit: number): Promise<MailableUser[]> {
  const { rows } = await sql<MailableUser>`
    SELECT ${USER}, ${SINCE} AS since ${FROM}
    WHERE person.id > ${after} AND ${MAY_BE_MAILED} AND (last.told_at IS NULL OR last.told_at <= now() - ${PAUSE})
      AND (${hasUnreadForMail(sql`person.id`, sql`person.notifications`, SINCE)}
        OR ((person.notifications -> 'announcement' ->> 'email')::boolean
          AND EXISTS (SELECT FROM announcements WHERE starts_at > ${SINCE})))
    ORDER BY person.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the recipient of a mail that waits, if they may still be mailed. */
export async function findRecipientOf(
  db: Queryable,
  userId: number,
  mailId: string,
): Promise<MailableUser | undefined> {
  const { rows } = await sql<MailableUser>`
    SELECT ${USER}, last.since ${FROM}
    WHERE person.id = ${userId} AND last.mail_id = ${mailId} AND ${MAY_BE_MAILED}`.execute(db);
  return rows[0];
}

/**
 * Decides that a mail is sent. Returns false if another one was decided within a day, also at this moment on another node: the
 * row is locked until that is committed.
 */
export async function claimMail(tx: Tx, { id, since }: MailableUser, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO missed_mails AS last (user_id, told_at, since, mail_id) VALUES (${id}, now(), ${since}, ${mailId})
    ON CONFLICT (user_id) DO UPDATE SET told_at = now(), since = excluded.since, mail_id = excluded.mail_id
    WHERE last.told_at <= now() - ${PAUSE}
    RETURNING user_id`.execute(tx);
  return rows.length > 0;
}

/** Takes a waiting mail, so that it is passed on once. Returns false if it was taken before. */
export async function takeMail(db: Queryable, userId: number, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE missed_mails SET mail_id = NULL, told_at = now() WHERE user_id = ${userId} AND mail_id = ${mailId}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Puts a mail back that was taken and not passed on. */
export async function putMailBack(db: Queryable, userId: number, mailId: string): Promise<void> {
  await sql`UPDATE missed_mails SET mail_id = ${mailId} WHERE user_id = ${userId} AND mail_id IS NULL`.execute(
    db,
  );
}
