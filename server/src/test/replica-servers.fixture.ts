import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { readTemplate, silentLogger } from './database-template.fixture.ts';
import { freePort } from './free-port.fixture.ts';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { openDatabase } from '../platform/database/index.ts';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, of the newest version; undefined where there are none. */
const programs = globSync('/usr/lib/postgresql/*/bin')
  .toSorted((one, other) => Number(other.split('/')[4]) - Number(one.split('/')[4]))
  .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_basebackup')));

/** The user who owns PostgreSQL's folders: PostgreSQL refuses to run as root. */
type Owner = { readonly uid: number; readonly gid: number };

async function findOwner(): Promise<Owner | undefined> {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  try {
    const idOf = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout);
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch {
    return undefined;
  }
}

const owner = await findOwner();

/** Whether servers can be started here: their programs are installed, and there is a user to run them. */
export const canStartReplicas = programs !== undefined && owner !== undefined;

/** Settings of both servers: small, local, and without waiting for the disk. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
shared_buffers = '32MB'
max_connections = 60
max_wal_senders = 4
hot_standby = on
wal_receiver_status_interval = 1
wal_retrieve_retry_interval = '100ms'
`;

/** A PostgreSQL server of its own. */
export type OwnServer = {
  readonly url: string;
  /** Ends it at once, without closing anything in order, as a crash would. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** Describes a server in a folder. */
function serverIn(folder: string, port: number): OwnServer {
  const url = `postgres://adda@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(join(programs ?? '', 'postgres'), ['-D', folder, '-p', String(port)], {
      stdio: 'ignore',
      cwd: '/',
      ...owner,
    });
    child = started;
    await vi.waitFor(() => askOnce(url), { timeout: 60_000, interval: 50 });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // After SIGKILL its child processes would hold the port until they notice.
    child.kill('SIGQUIT');
    await ended;
  };
  return { url, kill, start };
}

async function askOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs a statement on a server's only database, and returns the value of the first row. */
async function ask<T>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: T }>(statement, [...values]);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** Starts a primary with all migrations, and a streaming replica of it. `close` ends both and deletes their folders. */
export async function startPrimaryAndReplica() {
  if (!owner || !programs) throw new Error('PostgreSQL cannot be started here.');
  const root = await mkdtemp(join(tmpdir(), 'adda-replica-'));
  await chown(root, owner.uid, owner.gid);
  const [primaryFolder, replicaFolder] = [join(root, 'primary'), join(root, 'replica')];
  const asOwner = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { cwd: '/', ...owner });
  await asOwner('initdb', '-D', primaryFolder, '-U', 'adda', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N');
  await appendFile(join(primaryFolder, 'postgresql.conf'), SETTINGS);
  const primary = serverIn(primaryFolder, await freePort());
  await primary.start();
  await install(primary.url);
  const { port } = new URL(primary.url);
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'adda', '-X', 'stream', '-c', 'fast', '-N'];
  await asOwner('pg_basebackup', ...from, '-D', replicaFolder, '-R');
  const replica = serverIn(replicaFolder, await freePort());
  await replica.start();
  const state = () => ask<string>(replica.url, 'SELECT pg_get_wal_replay_pause_state() AS value');
  return {
    primary,
    replica,
    /** Waits until the replica has what is committed now, then stops its replay: it stays as it is. */
    async pause(): Promise<void> {
      const position = await ask<string>(primary.url, 'SELECT pg_current_wal_flush_lsn()::text AS value');
      const hasReplayed = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS value';
      await expect.poll(() => ask<boolean>(replica.url, hasReplayed, [position])).toBe(true);
      await ask(replica.url, 'SELECT pg_wal_replay_pause() AS value');
      await expect.poll(state).toBe('paused');
    },
    resume: () => ask(replica.url, 'SELECT pg_wal_replay_resume() AS value'),
    async close(): Promise<void> {
      await replica.kill();
      await primary.kill();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function install(databaseUrl: string): Promise<void> {
  const template = await readTemplate(MIGRATIONS_FOLDER);
  const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), logger: silentLogger });
  try {
    await template.install(database);
  } finally {
    await database.close();
  }
}
