import type { Currency, Settings, SettingsInput } from '@adda/contract/accounts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

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
] as const;

/** Returns the settings of a user. */
export function readSettings(db: Queryable, userId: number): Promise<Settings> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Changes the given settings of a user; returns all of them. */
export function writeSettings(db: Queryable, userId: number, changes: SettingsInput): Promise<Settings> {
  if (Object.keys(changes).length === 0) return readSettings(db, userId);
  return db
    .updateTable('users')
    .set(changes)
    .where('id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
