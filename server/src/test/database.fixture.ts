import type { Database } from '../platform/database/index.ts';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { readTemplate } from './database-template.fixture.ts';
import type { TestDatabase } from './database-template.fixture.ts';
import { openEmbeddedCopy } from './embedded-database.fixture.ts';
import { openPostgresCopy } from './postgres-database.fixture.ts';

export type { TestDatabase } from './database-template.fixture.ts';

/** The PostgreSQL server for tests; if unset or empty they run on the embedded engine. */
const serverUrl = process.env.TEST_DATABASE_URL || undefined;

/**
 * Creates a fresh database with all migrations and the job tables, copied from a template that is built once. Uses the
 * PostgreSQL server of TEST_DATABASE_URL if it is set and `engine` does not override it.
 */
export async function createTestDatabase({
  engine = serverUrl === undefined ? 'embedded' : 'postgres',
  migrationsFolder = MIGRATIONS_FOLDER,
}: { engine?: Database['engine']; migrationsFolder?: string } = {}): Promise<TestDatabase> {
  const template = await readTemplate(migrationsFolder);
  if (engine === 'embedded') return openEmbeddedCopy(template);
  if (serverUrl === undefined) throw new Error('Set TEST_DATABASE_URL to test on a PostgreSQL server.');
  return openPostgresCopy(template, serverUrl);
}
