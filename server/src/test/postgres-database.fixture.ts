import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { moveToPartitions } from '../features/messages/index.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { silentLogger } from './database-template.fixture.ts';
import type { Template, TestDatabase } from './database-template.fixture.ts';
import { asAdmin, databaseUrlOf, randomDatabaseName } from './own-database.fixture.ts';

/** Advisory lock key: its holder creates the template. */
const TEMPLATE_LOCK = 4_711_001;

/** With TEST_PARTITIONS=on the databases of tests have `messages` in partitions (CL-06), as after the command of operators. */
const hasPartitions = process.env['TEST_PARTITIONS'] === 'on';

/** Opens a copy of the template on the server, dropped at cleanup. */
export async function openPostgresCopy(template: Template, serverUrl: string): Promise<TestDatabase> {
  const name = randomDatabaseName();
  await asAdmin(serverUrl, async (admin) => {
    const source = `adda_test_template_${template.hash}${hasPartitions ? '_parted' : ''}`;
    await makeOnce(admin, source, template, serverUrl);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
  });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'adda-test-'));
  const database = await openDatabase({
    databaseUrl: databaseUrlOf(serverUrl, name),
    dataDir,
    logger: silentLogger,
  });
  const cleanup = async () => {
    await database.close();
    await asAdmin(serverUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, cleanup };
}

/** The template is renamed when it is complete, so an aborted run leaves no incomplete one. */
async function makeOnce(
  admin: pg.Client,
  name: string,
  template: Template,
  serverUrl: string,
): Promise<void> {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = randomDatabaseName();
    await admin.query(`CREATE DATABASE ${unfinished}`);
    await install(databaseUrlOf(serverUrl, unfinished), template);
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function install(databaseUrl: string, template: Template): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), logger: silentLogger });
  try {
    await template.install(database);
    if (hasPartitions && (await hasMessages(database))) await moveToPartitions(database);
  } finally {
    await database.close();
  }
}

async function hasMessages({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_tables WHERE tablename = 'messages'");
  return rowCount === 1;
}
