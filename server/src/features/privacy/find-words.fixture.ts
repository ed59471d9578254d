import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';

/** Returns, by word, the tables of the application and the job queue in which the word occurs in any column. */
export async function tablesByWord(
  { db }: Database,
  words: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' ORDER BY 2`.execute(db);
  const found = new Map<string, string[]>(words.map((word) => [word, []]));
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ word: string }>`
      SELECT DISTINCT planted.word FROM ${sql.table(`${schema}.${name}`)} AS everything, unnest(${words}::text[]) AS planted (word)
      WHERE position(planted.word IN lower(everything::text)) > 0`.execute(db);
    for (const { word } of rows) found.get(word)?.push(name);
  }
  return found;
}

/** Like `tablesByWord`, for a single word. */
export const tablesWith = async (database: Database, word: string): Promise<string[]> =>
  (await tablesByWord(database, [word])).get(word) ?? [];

/** Returns the files below a folder whose name or content contains a word. */
export function filesWith(folder: string, word: string): string[] {
  return globSync('**/*', { cwd: folder }).filter((file) => {
    const path = join(folder, file);
    return file.includes(word) || (statSync(path).isFile() && readFileSync(path).includes(word));
  });
}
