import { anonymousName } from '@adda/contract/accounts';
import { sql, type Insertable, type Selectable } from 'kysely';
import pg from 'pg';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { UsersTable } from './accounts.tables.ts';

/** The columns of a user that the services of accounts need. */
export type User = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'username'
  | 'display_name'
  | 'is_guest'
  | 'role'
  | 'email'
  | 'email_verified_at'
  | 'password_hash'
  | 'birth_date'
  | 'last_active_at'
  | 'suspended_at'
  | 'has_totp'
  | 'passkey_count'
>;

const COLUMNS = [
  'id',
  'username',
  'display_name',
  'is_guest',
  'role',
  'email',
  'email_verified_at',
  'password_hash',
  'birth_date',
  'last_active_at',
  'suspended_at',
  'has_totp',
  'passkey_count',
] as const;

/** Maps violations of the unique constraints to `username_taken` and `email_taken`. */
async function mapNameConflicts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'users_username_key')
      throw appError('username_taken');
    if (error instanceof pg.DatabaseError && error.constraint === 'users_email_key')
      throw appError('email_taken');
    throw error;
  }
}

/** Inserts a registered user. Throws `username_taken` or `email_taken`. */
export async function insertUser(tx: Tx, values: Insertable<UsersTable>): Promise<User> {
  return mapNameConflicts(tx.insertInto('users').values(values).returning(COLUMNS).executeTakeFirstOrThrow());
}

/** Inserts a guest. Returns undefined when the name is taken, so that the caller can retry with another one. */
export async function insertGuest(tx: Tx, values: Insertable<UsersTable>): Promise<User | undefined> {
  return tx
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Turns a guest's row into a registered user. Throws `username_taken` or `email_taken`. */
export async function makePermanent(
  tx: Tx,
  id: number,
  values: Pick<
    Insertable<UsersTable>,
    'username' | 'display_name' | 'email' | 'password_hash' | 'referral_code' | 'referred_by'
  >,
): Promise<User> {
  return mapNameConflicts(
    tx
      .updateTable('users')
      .set({ ...values, is_guest: false })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

/** Returns the user with this username or e-mail address, both in lower case. A username never contains `@`. */
export async function findByLogin(db: Queryable, name: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where(name.includes('@') ? 'email' : 'username', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns a user that is not deleted. */
export async function findUser(db: Queryable, id: number): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns when an account was created; undefined if it does not exist. */
export async function findCreation(db: Queryable, id: number): Promise<Date | undefined> {
  const found = await db.selectFrom('users').select('created_at').where('id', '=', id).executeTakeFirst();
  return found?.created_at;
}

/** Returns a user that is not deleted, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the id of the user with this referral code, ignoring case. */
export async function findReferrer(tx: Tx, code: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', code.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** Gives the user another address, which they have proven. Throws `email_taken`. */
export async function setEmail(tx: Tx, id: number, email: string, now: Date): Promise<void> {
  await mapNameConflicts(
    tx.updateTable('users').set({ email, email_verified_at: now }).where('id', '=', id).execute(),
  );
}

/** Sets the hash of the password; null for an account that is opened by passkeys alone. */
export async function setPasswordHash(tx: Tx, id: number, passwordHash: string | null): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Marks the address as confirmed. Returns false if it already was. */
export async function markEmailVerified(tx: Tx, id: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Updates `last_active_at`: at most once a minute (SV-23), never backwards, and not while the user is unavailable
 * (X-19).
 */
export async function noteActivity(db: Queryable, id: number, now: Date): Promise<void> {
  await quietUsers(db, now).where('id', '=', id).execute();
}

/** The same for several users, except those who are being changed, to avoid deadlocks of batches. */
export async function noteActivities(db: Queryable, ids: readonly number[], now: Date): Promise<void> {
  const unlocked = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`ANY (${ids}::bigint[])`)
    .forNoKeyUpdate()
    .skipLocked();
  await quietUsers(db, now).where('id', 'in', unlocked).execute();
}

const quietUsers = (db: Queryable, now: Date) =>
  db
    .updateTable('users')
    .set({ last_active_at: now })
    .where('last_active_at', '<', new Date(now.getTime() - 60_000))
    .where('is_available', '=', true);

/** Returns the ids of guests without activity since the given time, at most `limit`. */
export async function listIdleGuests(db: Queryable, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_guest', '=', true)
    .where('deleted_at', 'is', null)
    .where('last_active_at', '<', since)
    .orderBy('last_active_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Removes all identifying data. The row stays, because content refers to it (SV-13). */
export async function anonymise(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      username: anonymousName(id),
      display_name: 'Deleted account',
      role: 'user',
      email: null,
      email_verified_at: null,
      password_hash: null,
      birth_date: '1900-01-01',
      country: '',
      state: '',
      bio: null,
      links: [],
      profile_image_url: null,
      is_available: false,
      referral_code: null,
      notifications: '{}',
      quiet_hours: null,
      preview: 'full',
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}
