/**
 * `npm run admin -- grant NAME | revoke NAME | list | backup FILE | restore FILE` (SV-106, R-22), and the commands of ads.
 * Goes through the running server where there is one, otherwise opens the database itself.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createAdminCommands, STOP_FIRST } from './admin-commands.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { askRunningServer, CommandRefused, runCommand } from './platform/admin-socket/index.ts';
import { FolderInUseError, migrate, openDatabase, restoreFrom } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';

/** Commands whose last argument is a file; `-` stands for none. */
const FILE_COMMANDS: readonly string[] = ['backup', 'restore', 'add-ad'];

async function runHere(config: Config, name: string, args: string[]): Promise<string> {
  const logger = createLogger('silent');
  const database = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, logger });
  try {
    await migrate(database);
    return await runCommand(createAdminCommands(database), { name, args });
  } finally {
    await database.close();
  }
}

async function restore(config: Config, args: string[]): Promise<string> {
  const [file] = args;
  if (!file || args.length > 1) throw new CommandRefused('Usage: npm run admin -- restore FILE');
  if (config.DATABASE_URL)
    throw new CommandRefused('This installation uses a PostgreSQL server; restore with pg_restore.');
  try {
    await restoreFrom(file, config.DATA_DIR);
  } catch (error) {
    throw error instanceof FolderInUseError ? new CommandRefused(STOP_FIRST) : error;
  }
  return `${config.DATA_DIR} now holds what was in ${file}.`;
}

async function run(config: Config, [name = '', ...given]: string[]): Promise<string> {
  // The running server may have another working folder.
  const file = FILE_COMMANDS.includes(name) ? given.at(-1) : undefined;
  const args = file && file !== '-' ? [...given.slice(0, -1), path.resolve(file)] : given;
  if (name === 'restore') return restore(config, args);
  return (await askRunningServer(config.DATA_DIR, { name, args })) ?? (await runHere(config, name, args));
}

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
