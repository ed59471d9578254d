import type { AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createSanctionImposer, type SanctionDeps } from './impose-sanction.ts';
import { createSanctionLifter } from './lift-sanction.ts';
import { createSanctionCommands } from './sanction-commands.ts';

/**
 * The commands of sanctions where no server runs: who is suspended finds out when one does. Mails and what else follows
 * wait in the queue until then.
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
