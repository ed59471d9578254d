import type { Config } from './config.ts';
import { openStore } from './app-context.ts';
import { copyTombstones } from './features/privacy/index.ts';
import { CommandRefused, type AdminCommands, type Tell } from './platform/admin-socket/index.ts';
import { restoreBackup, writeBackup, type SecretFiles } from './platform/backup/index.ts';
import { FolderInUseError, type Database } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { createDiskStore, type RetainingStore } from './platform/media-store/index.ts';
import { secretFileOf } from './platform/secrets/token-secret.ts';
import { vapidFileOf } from './platform/secrets/vapid-keys.ts';

type BackupConfig = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'JWT_SECRET' | 'VAPID_PRIVATE_KEY'>;
type AppContext = {
  readonly database: Database;
  readonly config: BackupConfig;
  readonly openStore: () => Promise<RetainingStore>;
};

const STOP_FIRST = 'A backup is restored into an empty data folder. Please stop the server first.';
const RESTORE_USAGE = 'restore FILE [OLD_DATA_DIR]';

/** Without the secrets that are settings: the operator keeps those. */
const ownSecretsOf = ({ JWT_SECRET, VAPID_PRIVATE_KEY, DATA_DIR }: BackupConfig): SecretFiles => ({
  'jwt-secret': JWT_SECRET ? undefined : secretFileOf(DATA_DIR),
  'vapid-key': VAPID_PRIVATE_KEY ? undefined : vapidFileOf(DATA_DIR),
});

/** `npm run admin -- backup FILE`: a backup of everything, without downtime. */
export function createBackupCommands({ database, config, openStore: open }: AppContext): AdminCommands {
  return {
    backup: {
      usage: 'backup FILE',
      async run([file = ''], tell) {
        const databaseUrl = config.DATABASE_URL;
        const source = { database, databaseUrl, store: await open(), secretFiles: ownSecretsOf(config) };
        return `The backup is in ${file}: ${await writeBackup(source, file, tell)}.`;
      },
    },
    // Listed only for its usage: a restore runs before a database is opened.
    restore: {
      usage: RESTORE_USAGE,
      run() {
        throw new CommandRefused(STOP_FIRST);
      },
    },
  };
}

/**
 * `npm run admin -- restore FILE [OLD_DATA_DIR]`: restores into an empty installation. Tombstones of accounts
 * that were deleted after the backup are copied from the old data folder and kept from existing media; the next start
 * deletes those accounts again. Throws `CommandRefused`.
 */
export async function restore(config: Config, args: readonly string[], tell: Tell): Promise<string> {
  const [file, oldDataDir] = args;
  if (!file || args.length > 2) throw new CommandRefused(`Usage: npm run admin -- ${RESTORE_USAGE}`);
  const store = await openStore(config);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const target = {
    dataDir,
    databaseUrl,
    store,
    secretFiles: ownSecretsOf(config),
    logger: createLogger('silent'),
    beforeDatabase: async () => {
      if (oldDataDir === undefined) return;
      const marks = await copyTombstones(createDiskStore(oldDataDir), store);
      tell(`Marks of deletions taken from ${oldDataDir}: ${marks}`);
    },
  };
  try {
    return `${dataDir} now holds what was in ${file}.${await restoreBackup(target, file, tell)}`;
  } catch (error) {
    throw error instanceof FolderInUseError ? new CommandRefused(STOP_FIRST) : error;
  }
}
