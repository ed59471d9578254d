import { afterCommit, type Tx } from '../../platform/database/index.ts';
import type { AccountsContext } from './accounts.types.ts';
import { revokeSessions } from './sessions.repository.ts';
import { lockPerson, setSuspended, type Person } from './account-status.repository.ts';

/** Suspends and reinstates accounts (SV-50). Reason, duration and administrator are stored by moderation. */
export type AccountStatus = ReturnType<typeof createAccountStatus>;

/** `events` are emitted after the commit. */
export function createAccountStatus({ events, clock }: Pick<AccountsContext, 'events' | 'clock'>) {
  const emitChanged = ({ userId, username }: Person, isSuspended: boolean) =>
    events.accountStatusChanged({ userId, username, isSuspended });
  const endSockets = (userId: number) => events.sessionEnded({ userId, reason: 'suspended' });

  return {
    /** Returns an account that is not deleted, locked until the transaction ends; undefined if there is none. */
    lockPerson,

    /** Ends every session of the user and refuses new ones, on every node once the transaction is committed. */
    async suspend(tx: Tx, person: Person): Promise<void> {
      const now = clock();
      await setSuspended(tx, person.userId, now);
      await revokeSessions(tx, person.userId, {}, now);
      afterCommit(tx, () => {
        endSockets(person.userId);
        emitChanged(person, true);
      });
    },

    /** Allows the user to log in again. Earlier sessions stay ended. */
    async reinstate(tx: Tx, person: Person): Promise<void> {
      await setSuspended(tx, person.userId, null);
      afterCommit(tx, () => emitChanged(person, false));
    },

    /**
     * Closes the open connections of a suspended user again, for a suspension that was committed while no server
     * process was running.
     */
    endSockets,
  };
}
