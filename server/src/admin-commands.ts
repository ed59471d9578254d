import { createBackupCommands } from './backup-commands.ts';
import type { Config } from './config.ts';
import { createAdministration } from './features/accounts/index.ts';
import { createAdCommands } from './features/ads/index.ts';
import { salesChecks } from './features/creators/index.ts';
import { giftsChecks } from './features/gifts/index.ts';
import type { Media } from './features/media/index.ts';
import { createPartitionCommands } from './features/messages/index.ts';
import { createAuditCommands } from './features/operations/index.ts';
import { rechargeChecks } from './features/recharge/index.ts';
import { rewardsChecks } from './features/rewards/index.ts';
import { createLedgerCommands, type LedgerCheck } from './features/wallet/index.ts';
import type { AdminCommands } from './platform/admin-socket/index.ts';
import type { Database } from './platform/database/index.ts';
import type { RetainingStore } from './platform/media-store/index.ts';

/** Checks that `ledger check` runs besides the ledger's own. */
const LEDGER_CHECKS: readonly LedgerCheck[] = [
  ...rechargeChecks,
  ...salesChecks,
  ...rewardsChecks,
  ...giftsChecks,
];

type AppContext = {
  readonly database: Database;
  readonly config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'JWT_SECRET' | 'VAPID_PRIVATE_KEY'>;
  /** Opened only by a command that needs it. */
  readonly openStore: () => Promise<RetainingStore>;
  /** For commands that process a picture. Only the running server provides it. */
  readonly media?: Media;
  /** The commands `suspend` and `unsuspend`; their implementation differs with and without a running server. */
  readonly sanctions?: AdminCommands;
};

/** Returns the commands of `npm run admin` that need an open database. The running server serves them too. */
export function createAdminCommands({ database, media, sanctions, ...context }: AppContext): AdminCommands {
  return {
    ...createAdministration(database),
    ...sanctions,
    ...createAdCommands(database, media),
    ...createLedgerCommands(database, LEDGER_CHECKS),
    ...createAuditCommands(database),
    ...createPartitionCommands(database),
    ...createBackupCommands({ database, ...context }),
  };
}
