/**
 * `npm run admin -- grant NAME | revoke NAME | list | backup FILE | restore FILE` (SV-106, R-22). Without arguments
 * it lists all commands. Sends the command to the running server; opens the database itself when none runs.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from './config.ts';
import { askRunningServer } from './platform/admin-socket/index.ts';
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

async function run(config: Config, [name = '', ...given]: string[]): Promise<string> {
  // The running server may have another working directory.
  const args = given.map((word, index) =>
    word && word !== '-' && FILES[name]?.(index, given.length) ? path.resolve(word) : word,
  );
  const answered =
    name === 'restore' ? undefined : await askRunningServer(config.DATA_DIR, { name, args }, tell);
  if (answered !== undefined) return answered;
  const { runWithoutServer } = await import('./admin-without-server.ts');
  return runWithoutServer(config, name, args, tell);
}

createFilesPrivately();

const envFile = path.join(import.meta.dirname, '../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
try {
  console.log(await run(readConfig(process.env), process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
