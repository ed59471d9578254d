import { createAdministration } from './features/accounts/index.ts';
import { createAdCommands } from './features/ads/index.ts';
import { salesChecks } from './features/creators/index.ts';
import { giftsChecks } from './features/gifts/index.ts';
import type { Media } from './features/media/index.ts';
import { rechargeChecks } from './features/recharge/index.ts';
import { rewardsChecks } from './features/rewards/index.ts';
import { createLedgerCommands, type LedgerCheck } from './features/wallet/index.ts';
import { CommandRefused, type AdminCommands } from './platform/admin-socket/index.ts';
import { backupTo, type Database } from './platform/database/index.ts';

/** Why a restore has to wait. */
export const STOP_FIRST = 'A backup is restored into an empty data folder. Please stop the server first.';

/** What `ledger check` proves besides the ledger itself: each feature's own. */
const LEDGER_CHECKS: readonly LedgerCheck[] = [
  ...rechargeChecks,
  ...salesChecks,
  ...rewardsChecks,
  ...giftsChecks,
];

/**
 * The commands of `npm run admin` that need the open database; the running server takes them too, and has `media` for
 * those that take in a picture.
 */
export function createAdminCommands(database: Database, media?: Media): AdminCommands {
  return {
    ...createAdministration(database),
    ...createAdCommands(database, media),
    ...createLedgerCommands(database, LEDGER_CHECKS),
    backup: {
      usage: 'backup FILE',
      async run([file = '']) {
        await backupTo(database, file);
        return `The backup is in ${file}.`;
      },
    },
    // Listed for its usage; a restore happens before a database is opened.
    restore: {
      usage: 'restore FILE',
      run() {
        throw new CommandRefused(STOP_FIRST);
      },
    },
  };
}
