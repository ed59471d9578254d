import type { Queryable, Tx } from '../../../platform/database/index.ts';

/** What decides whether somebody may be shut out, and whom to tell. */
export type Person = {
  readonly userId: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly suspendedAt: Date | null;
};

/**
 * A person who was not deleted, locked until the transaction ends, so that of two decisions at once one waits. The lock
 * lets others point at the row meanwhile: what somebody is just saying is not held up.
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

/** Writes since when somebody is suspended; null for not. */
export async function setSuspended(tx: Tx, userId: number, since: Date | null): Promise<void> {
  await tx.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
}

/** Somebody who is suspended, by one of their sessions, also one that ended. */
export type ShutOut = {
  readonly userId: number;
  readonly username: string;
  /** Whether the session ended when the suspension began. */
  readonly isEndedBySuspension: boolean;
};

/** Whose session this is, where that person is suspended now. */
export async function findShutOut(db: Queryable, sessionId: string): Promise<ShutOut | undefined> {
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
