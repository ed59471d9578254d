import { ACTIVE_DOT_MS } from '@adda/contract/directory';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';

/** Returns the columns of the user's own account that SV-12 names. */
export async function findOwnAccount(db: Queryable, id: number) {
  return db
    .selectFrom('users')
    .select([
      'username',
      'display_name',
      'email',
      'role',
      'is_guest',
      'email_verified_at',
      'is_available',
      'referral_code',
      'bio',
      'links',
      'profile_image_url',
      'sex',
      'birth_date',
      'country',
      'state',
      'created_at',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns one page of users who signed up with this user's code, newest first, and the total. */
export async function listReferrals(
  db: Queryable,
  referrerId: number,
  page: { skip: number; limit: number },
) {
  const referred = db
    .selectFrom('users')
    .where('referred_by', '=', referrerId)
    .where('deleted_at', 'is', null);
  const rows = await referred
    .select(['username', 'email_verified_at', 'referral_rewarded_at'])
    .orderBy('id', 'desc')
    .offset(page.skip)
    .limit(page.limit)
    .execute();
  const { total } = await referred
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/**
 * Stores whether the user accepts messages; returns false if unchanged. Turning it off moves `last_active_at` before
 * the activity window, so that the user no longer appears active.
 */
export async function setAvailable(db: Queryable, id: number, isAvailable: boolean): Promise<boolean> {
  const earlier = sql<Date>`least(last_active_at, now() - make_interval(secs => ${ACTIVE_DOT_MS / 1000}))`;
  const result = await db
    .updateTable('users')
    .set(isAvailable ? { is_available: true } : { is_available: false, last_active_at: earlier })
    .where('id', '=', id)
    .where('is_available', '<>', isAvailable)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns the usernames of all global admins, in alphabetical order. */
export async function listAdministrators(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('username')
    .execute();
  return rows.map((row) => row.username);
}

/** Sets the global role. */
export async function setRole(db: Queryable, id: number, role: 'user' | 'admin'): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute();
}
