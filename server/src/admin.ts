/**
 * `npm run admin -- grant NAME | revoke NAME | list | backup FILE | restore FILE` (SV-106, R-22). Without arguments
 * it lists all commands. Sends the command to the running server; opens the database itself when none runs.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createAdminCommands } from './admin-commands.ts';
import { openStore } from './app-context.ts';
import { restore } from './backup-commands.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { askRunningServer, CommandRefused, runCommand } from './platform/admin-socket/index.ts';
import { FolderInUseError, migrate, openDatabase } from './platform/database/index.ts';
import { openSanctionCommands } from './sanctions-without-server.ts';
import { createRetainingStore } from './platform/media-store/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { createFilesPrivately } from './platform/private-files/index.ts';

/** Which arguments are file paths, by index; for `add-ad` it is the last. `-` means "no file". */
const FILES: Readonly<Record<string, (index: number, of: number) => boolean>> = {
  backup: () => true,
  restore: () => true,
  'add-ad': (index, of) => index === of - 1,
};

/** Prints progress, only in a terminal: scripts read the result alone. */
function tell(line: string): void {
  if (process.stderr.isTTY) console.error(line);
}

async function runHere(config: Config, name: string, args: string[]): Promise<string> {
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

async function run(config: Config, [name = '', ...given]: string[]): Promise<string> {
  // The running server may have another working directory.
  const args = given.map((word, index) =>
    word && word !== '-' && FILES[name]?.(index, given.length) ? path.resolve(word) : word,
  );
  if (name === 'restore') return restore(config, args, tell);
  return (
    (await askRunningServer(config.DATA_DIR, { name, args }, tell)) ?? (await runHere(config, name, args))
  );
}

createFilesPrivately();

const envFile = path.join(import.meta.dirname, '../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
try {
  console.log(await run(readConfig(process.env), process.argv.slice(2)));
} catch (error) {
  const isPlain = error instanceof CommandRefused || error instanceof ConfigError;
  if (error instanceof FolderInUseError)
    console.error('The server is just starting or stopping. Please try again.');
  else if (isPlain || error instanceof Error) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
