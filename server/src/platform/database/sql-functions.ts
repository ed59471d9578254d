import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';

/** The SQL functions of the database, one whole function per file, named like the function. */
export const SQL_FUNCTIONS_FOLDER = fileURLToPath(new URL('../../../sql/functions', import.meta.url));

const fileOf = (name: string): string => path.join(SQL_FUNCTIONS_FOLDER, `${name}.sql`);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Returns the names of all functions that have a file, sorted. */
export async function listSqlFunctions(): Promise<string[]> {
  const files = await readdir(SQL_FUNCTIONS_FOLDER);
  return files.map((file) => path.basename(file, '.sql')).toSorted();
}

/** Returns the definition of a function and the hash by which a migration names it: 16 hexadecimal digits of its SHA-256. */
export async function readSqlFunction(
  name: string,
): Promise<{ readonly text: string; readonly hash: string }> {
  const text = await readFile(fileOf(name), 'utf8');
  return { text, hash: hashOf(text) };
}

/**
 * Called by a migration with the hash of each function that it creates or replaces, as the file is when the migration is
 * written. A file that was changed later is installed by the later migration that names its new hash, so here it is left out.
 */
export async function installSqlFunctions(
  db: Kysely<unknown>,
  hashes: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, wanted] of Object.entries(hashes)) {
    const { text, hash } = await readSqlFunction(name);
    if (hash === wanted) await sql.raw(text).execute(db);
  }
}
