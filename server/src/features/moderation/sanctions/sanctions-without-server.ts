import type { AdminCommands } from '../../../platform/admin-socket/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createImposing, type ImposingDeps } from './imposing.ts';
import { createLettingIn } from './letting-in.ts';
import { createSanctionCommands } from './sanction-commands.ts';

/**
 * The commands of sanctions where no server runs: who is suspended finds out when one does. Mails and what else follows
 * wait in the queue until then.
 */
export function createSanctionsWithoutServer(
  deps: ImposingDeps & { readonly database: Database },
): AdminCommands {
  return createSanctionCommands({
    database: deps.database,
    imposing: createImposing(deps),
    lettingIn: createLettingIn(deps),
  });
}
