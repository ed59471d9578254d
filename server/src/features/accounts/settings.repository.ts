import type { Currency, Settings, SettingsInput } from '@adda/contract/accounts';
import {
  mergeNotificationSettings,
  notificationWaysOf,
  type NotificationSettingsInput,
} from '@adda/contract/activity';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** The currency that a row of `users` reads money in: the chosen one, otherwise by country (HM-16). */
export const currencyOfUser = sql<Currency>`coalesce(currency, CASE country WHEN 'India' THEN 'INR' ELSE 'USD' END)`;

const COLUMNS = [
  'tell_read',
  'link_previews',
  'name_when_forwarded',
  'who_may_write',
  'hide_followers',
  'hide_following',
  currencyOfUser.as('currency'),
  'notifications',
  'quiet_hours',
  'preview',
] as const;

type Row = Omit<Settings, 'notifications'> & { readonly notifications: NotificationSettingsInput };

const settingsOf = (row: Row): Settings => ({ ...row, notifications: notificationWaysOf(row.notifications) });

/** Returns the settings of a user. */
export async function readSettings(db: Queryable, userId: number): Promise<Settings> {
  return settingsOf(
    await db.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow(),
  );
}

/** Changes the given settings of a user, the ways of being told by kind; returns all of them. */
export async function writeSettings(
  tx: Tx,
  userId: number,
  { notifications, quiet_hours: quietHours, ...changes }: SettingsInput,
): Promise<Settings> {
  if (Object.keys(changes).length === 0 && !notifications && quietHours === undefined)
    return readSettings(tx, userId);
  const { notifications: chosen } = await tx
    .selectFrom('users')
    .select('notifications')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const row = await tx
    .updateTable('users')
    .set({
      ...changes,
      ...(quietHours !== undefined && { quiet_hours: quietHours && JSON.stringify(quietHours) }),
      ...(notifications && {
        notifications: JSON.stringify(mergeNotificationSettings(chosen, notifications)),
      }),
    })
    .where('id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return settingsOf(row);
}
