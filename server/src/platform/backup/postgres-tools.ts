import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database } from '../database/index.ts';
import { CommandRefused } from '../admin-socket/index.ts';

type Tool = 'pg_dump' | 'pg_restore';

const VERSIONS_PER_MAJOR = 10_000;

/** Throws `CommandRefused` unless the tool is on the PATH and at least as new as the server. */
export async function findTool(tool: Tool, { db }: Database): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    SELECT current_setting('server_version_num') AS version`.execute(db);
  const server = Math.floor(Number(rows[0]?.version) / VERSIONS_PER_MAJOR);
  const output = await run(tool, ['--version']).catch(() => '');
  const own = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? 0);
  if (own < server)
    throw new CommandRefused(
      `This installation uses PostgreSQL ${server}, so ${tool} of version ${server} or newer has to be on the PATH; ${
        own === 0 ? 'there is none' : `it is version ${own}`
      }.`,
    );
}

/** Throws `CommandRefused` when the database has any tables. */
export async function assertEmpty({ db }: Database): Promise<void> {
  const { rows } = await sql`
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
    LIMIT 1`.execute(db);
  if (rows.length > 0)
    throw new CommandRefused('The database has tables already; a backup is restored into an empty database.');
}

/** Dumps a consistent snapshot of the database without blocking queries. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await run('pg_dump', ['--format=custom', `--file=${file}`], url);
}

/** Restores a dump into an empty database in one transaction. All objects then belong to the connected role. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const whole = ['--single-transaction', '--exit-on-error'];
  await run('pg_restore', [...whole, '--no-owner', '--no-privileges', '--no-comments', file], url);
}

/** Returns the tool's standard output. Throws `CommandRefused` with the last lines of its errors. */
async function run(tool: Tool, args: readonly string[], url?: string): Promise<string> {
  const { address, password } = splitPassword(url);
  const child = spawn(tool, address === undefined ? args : [`--dbname=${address}`, ...args], {
    env: { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new CommandRefused(`${tool} could not be started.`, { cause });
  });
  const [out, errors] = await printed;
  if (code === 0) return out;
  throw new CommandRefused(
    `${tool} failed: ${errors.trim().split('\n').slice(-3).join(' ') || `code ${code}`}`,
  );
}

/** Process arguments are visible to every user of the machine, so the password is passed in the environment. */
function splitPassword(url: string | undefined) {
  const parsed = url === undefined ? null : URL.parse(url);
  if (!parsed?.password) return { address: url, password: undefined };
  const password = decodeURIComponent(parsed.password);
  parsed.password = '';
  return { address: parsed.href, password };
}
