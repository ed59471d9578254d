import { anonymousName } from '@adda/contract/accounts';
import type { Insertable, Selectable } from 'kysely';
import pg from 'pg';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { UsersTable } from './accounts.tables.ts';

/** A person's row as the services of accounts need it. */
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
] as const;

/** The unique names of people, and what to answer when one is taken. */
async function namingTaken<T>(work: Promise<T>): Promise<T> {
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

/** Stores a registered person. Throws `username_taken` or `email_taken`. */
export async function insertUser(tx: Tx, values: Insertable<UsersTable>): Promise<User> {
  return namingTaken(tx.insertInto('users').values(values).returning(COLUMNS).executeTakeFirstOrThrow());
}

/** Stores a guest; answers undefined where the name is taken, so that another one can be tried. */
export async function insertGuest(tx: Tx, values: Insertable<UsersTable>): Promise<User | undefined> {
  return tx
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Turns a guest's row into a registered one. Throws `username_taken` or `email_taken`. */
export async function makePermanent(
  tx: Tx,
  id: number,
  values: Pick<
    Insertable<UsersTable>,
    'username' | 'display_name' | 'email' | 'password_hash' | 'referral_code' | 'referred_by'
  >,
): Promise<User> {
  return namingTaken(
    tx
      .updateTable('users')
      .set({ ...values, is_guest: false })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

/** The person who logs in with this username or e-mail address, both in lower case; a username holds no @. */
export async function findByLogin(db: Queryable, name: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where(name.includes('@') ? 'email' : 'username', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A person who has not been deleted. */
export async function findUser(db: Queryable, id: number): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** When an account was made; undefined for none. */
export async function findCreation(db: Queryable, id: number): Promise<Date | undefined> {
  const found = await db.selectFrom('users').select('created_at').where('id', '=', id).executeTakeFirst();
  return found?.created_at;
}

/** A person who has not been deleted, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<User | undefined> {
  return tx
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Id of the person whose referral code this is, in any case. */
export async function findReferrer(tx: Tx, code: string): Promise<number | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('referral_code', '=', code.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

export async function setPasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Marks the address as confirmed; false where it already was. */
export async function markEmailVerified(tx: Tx, id: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes that a person was here: at most once a minute (SV-23), never back, and not while they are away by choice. */
export async function noteActivity(db: Queryable, id: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_active_at: now })
    .where('id', '=', id)
    .where('last_active_at', '<', new Date(now.getTime() - 60_000))
    .where('is_available', '=', true)
    .execute();
}

/** Guests without activity since then, at most `limit` of them. */
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

/** Removes everything that tells who a person was; the row stays, because what they wrote points at it (SV-13). */
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
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}
