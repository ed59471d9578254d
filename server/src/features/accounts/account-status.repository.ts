import type { Queryable, Tx } from '../../platform/database/index.ts';

/** The account data that a suspension needs. */
export type Person = {
  readonly userId: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly suspendedAt: Date | null;
};

/**
 * Returns an account that is not deleted, locked until the transaction ends, so that concurrent decisions run one after
 * the other. `FOR NO KEY UPDATE` still allows foreign key checks, so messages of the user are not blocked meanwhile.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<Person | undefined> {
  return tx
    .selectFrom('users')
    .select(['id as userId', 'username', 'role', 'suspended_at as suspendedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores the start of the suspension; null means not suspended. */
export async function setSuspended(tx: Tx, userId: number, since: Date | null): Promise<void> {
  await tx.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
}

/** A suspended user, found by one of their sessions (active or ended). */
export type SuspendedUser = {
  readonly userId: number;
  readonly username: string;
  /** True when the session was revoked by the suspension. */
  readonly isEndedBySuspension: boolean;
};

/** Returns the user of the session if they are suspended now. */
export async function findSuspendedUser(
  db: Queryable,
  sessionId: string,
): Promise<SuspendedUser | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('users.suspended_at', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .select((eb) => [
      'users.id as userId',
      'users.username',
      eb('sessions.revoked_at', '>=', eb.ref('users.suspended_at'))
        .$castTo<boolean>()
        .as('isEndedBySuspension'),
    ])
    .executeTakeFirst();
}
