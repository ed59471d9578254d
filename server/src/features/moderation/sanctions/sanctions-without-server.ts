import type { AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createSanctionImposer, type SanctionDeps } from './impose-sanction.ts';
import { createSanctionLifter } from './lift-sanction.ts';
import { createSanctionCommands } from './sanction-commands.ts';

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
