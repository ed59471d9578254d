import type { AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { ModerationOptions } from '../moderation.types.ts';
import { createAppeals } from './appeals/appeals.service.ts';
import { createEvasion } from './evasion/evasion.service.ts';
import { createSanctionImposer, type SanctionDeps } from './impose-sanction.ts';
import { createSanctionLifter } from './lift-sanction.ts';
import { createPeople } from './people/people.service.ts';
import { sanctionsHandlers } from './sanctions.routes.ts';
import { createSanctionCommands } from './sanction-commands.ts';
import { createSuspensions } from './suspensions.service.ts';
import { createSuspendedUsers } from './appeals/suspended-users.service.ts';

type Options = Pick<
  ModerationOptions,
  'database' | 'jobs' | 'logger' | 'accounts' | 'notifications' | 'publicUrl'
>;

/** Wires sanctions, appeals, evasion hints and the user administration of the console. */
export function createSanctions({ database, jobs, logger, accounts, notifications, publicUrl }: Options) {
  const { accountStatus } = accounts;
  const deps = { accountStatus, jobs, notifications, publicUrl };
  const sanctionImposer = createSanctionImposer(deps);
  const sanctionLifter = createSanctionLifter(deps);
  const suspensions = createSuspensions({
    database,
    jobs,
    logger,
    accounts,
    sanctionImposer,
    sanctionLifter,
  });
  const appeals = createAppeals({ database, accountStatus, sanctionLifter, notifications, publicUrl });
  const evasion = createEvasion({ database, jobs, accounts });
  const suspendedUsers = createSuspendedUsers({ database, accounts, sanctionLifter, appeals });
  accounts.onSuspendedLogin(sanctionLifter.endIfExpired);
  accounts.onMarksStored(evasion.enqueueCheck);
  return {
    /** The only way to impose a sanction. */
    impose: sanctionImposer.impose,
    handlers: sanctionsHandlers({
      suspensions,
      appeals,
      evasion,
      suspendedUsers,
      people: createPeople({ database }),
    }),
    /** Commands that the running server executes for `npm run admin`. */
    commands: createSanctionCommands({ database, sanctionImposer, sanctionLifter }),
    startJobs(): void {
      suspensions.startJobs();
      evasion.startJobs();
    },
  };
}

/**
 * Creates the sanction commands for use while no server runs. Open connections do not exist then; mails and other
 * follow-up jobs wait in the queue until the server starts.
 */
export function createSanctionsWithoutServer(
  deps: SanctionDeps & { readonly database: Database },
): AdminCommands {
  return createSanctionCommands({
    database: deps.database,
    sanctionImposer: createSanctionImposer(deps),
    sanctionLifter: createSanctionLifter(deps),
  });
}
