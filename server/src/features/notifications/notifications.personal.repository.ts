import { anonymousName } from '@adda/contract/accounts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const notifications = sectionOf(
  { name: 'notifications', about: 'What we told you.', start: '' },
  (me, after) => sql`
    SELECT id AS cursor, kind, text, about, created_at, read_at FROM notifications
    WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const missedMails = sectionOf(
  { name: 'missed_mails', about: 'When we last mailed you about what you missed.', start: 0 },
  (me, after) => sql`
    SELECT user_id AS cursor, told_at AS sent_at, since FROM missed_mails
    WHERE user_id = ${me} AND user_id > ${after} LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data: the user's notifications, and the last mail about what they missed. */
export const notificationSections: readonly PersonalSection[] = [notifications, missedMails];

/**
 * Part of deleting an account, before it is anonymised: deletes its notifications, and its name in those of other users
 * (SV-13).
 */
export async function deleteNotificationsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await tx.deleteFrom('missed_mails').where('user_id', '=', userId).execute();
  await sql`
    UPDATE notifications SET about = ${anonymousName(userId)}
    WHERE about = (SELECT username FROM users WHERE id = ${userId})`.execute(tx);
}
