import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { AccountsContext } from '../accounts.dependencies.ts';
import { revokeSessions } from '../sessions.repository.ts';
import { lockPerson, setSuspended, type Person } from './account-status.repository.ts';

/** Shutting people out and letting them in again (SV-50). Why, until when and by whom is not known here. */
export type AccountStatus = ReturnType<typeof createAccountStatus>;

/** Makes it; `events` hear of it after the commit. */
export function createAccountStatus({ events, clock }: Pick<AccountsContext, 'events' | 'clock'>) {
  const changed = ({ userId, username }: Person, isSuspended: boolean) =>
    events.accountStatusChanged({ userId, username, isSuspended });
  const endSockets = (userId: number) => events.sessionEnded({ userId, reason: 'suspended' });

  return {
    /** A person who was not deleted, locked until the transaction ends; undefined for nobody. */
    lockPerson,

    /** Ends every session of a person and lets them in no more, on every node once it is committed. */
    async shutOut(tx: Tx, person: Person): Promise<void> {
      const now = clock();
      await setSuspended(tx, person.userId, now);
      await revokeSessions(tx, person.userId, {}, now);
      afterCommit(tx, () => {
        endSockets(person.userId);
        changed(person, true);
      });
    },

    /** Lets a person log in again; their earlier sessions stay ended. */
    async letIn(tx: Tx, person: Person): Promise<void> {
      await setSuspended(tx, person.userId, null);
      afterCommit(tx, () => changed(person, false));
    },

    /** Closes what is open of a suspended person once more: for where nobody was there to do it after the commit. */
    endSockets,
  };
}
