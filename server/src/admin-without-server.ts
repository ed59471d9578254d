/** What `npm run admin` does itself. Loaded only when no server runs: it is most of the server's code. */
import { createAdminCommands } from './admin-commands.ts';
import { openStore } from './app-context.ts';
import { restore } from './backup-commands.ts';
import type { Config } from './config.ts';
import { CommandRefused, runCommand, type Tell } from './platform/admin-socket/index.ts';
import { FolderInUseError, migrate, openDatabase } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { createRetainingStore } from './platform/media-store/index.ts';
import { openSanctionCommands } from './sanctions-without-server.ts';

async function runOnDatabase(config: Config, name: string, args: string[], tell: Tell): Promise<string> {
  const logger = createLogger('silent');
  const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, logger });
  try {
    await migrate(database);
    const sanctions = await openSanctionCommands(database, config, logger);
    const open = async () => createRetainingStore(await openStore(config));
    const commands = createAdminCommands({ database, config, openStore: open, sanctions });
    return await runCommand(commands, { name, args }, tell);
  } finally {
    await database.close();
  }
}

/** Runs a command on the database and returns its text; a restore creates the database. Throws `CommandRefused`. */
export async function runWithoutServer(
  config: Config,
  name: string,
  args: string[],
  tell: Tell,
): Promise<string> {
  try {
    return await (name === 'restore' ? restore(config, args, tell) : runOnDatabase(config, name, args, tell));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new CommandRefused('The server is just starting or stopping. Please try again.');
  }
}
