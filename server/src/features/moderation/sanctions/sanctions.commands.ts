import { CommandRefused, type AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Sanctions } from '../moderation.types.ts';
import type { SanctionLifter } from './sanctions.service.ts';
import { findUserId } from './people.repository.ts';

type Deps = {
  readonly database: Database;
  readonly sanctionImposer: Sanctions;
  readonly sanctionLifter: Pick<SanctionLifter, 'lift'>;
};

/** CLI commands that suspend and reinstate users. The audit records the server as the actor (SV-50, SV-106). */
export function createSanctionCommands({ database, sanctionImposer, sanctionLifter }: Deps): AdminCommands {
  /** Runs `work` for the named user. Errors of the contract become `CommandRefused` with their text. */
  async function change(
    name: string,
    done: string,
    work: (tx: Tx, userId: number) => Promise<unknown>,
  ): Promise<string> {
    const username = name.trim().toLowerCase();
    const userId = await findUserId(database.db, username);
    if (userId === undefined) throw new CommandRefused(`There is no user ${name}.`);
    try {
      await database.transaction((tx) => work(tx, userId));
    } catch (error) {
      throw error instanceof AppError ? new CommandRefused(`${error.detail}.`) : error;
    }
    return `${username} ${done}`;
  }

  return {
    suspend: {
      usage: 'suspend NAME REASON',
      run: ([name = '', reason = '']) =>
        change(name, 'is suspended, until an administrator lets them in again.', (tx, userId) =>
          sanctionImposer.impose(tx, {
            userId,
            kind: 'ban',
            reason,
            until: null,
            reportId: null,
            issuedBy: null,
          }),
        ),
    },
    unsuspend: {
      usage: 'unsuspend NAME REASON',
      run: ([name = '', reason = '']) =>
        change(name, 'may log in again.', (tx, userId) =>
          sanctionLifter.lift(tx, userId, { reason, by: null }),
        ),
    },
  };
}
