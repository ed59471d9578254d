import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database on a PostgreSQL server, for a server process that is started with its address. */
export type OwnDatabase = {
  readonly name: string;
  readonly url: string;
  /** Drops the database, with all its connections. */
  readonly drop: () => Promise<void>;
};

/** Creates a database with a unique name. */
export async function createOwnDatabase(serverUrl: string): Promise<OwnDatabase> {
  const name = randomDatabaseName();
  await asAdmin(serverUrl, (admin) => admin.query(`CREATE DATABASE ${name}`));
  return {
    name,
    url: databaseUrlOf(serverUrl, name),
    drop: () => asAdmin(serverUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** Runs statements on the server's default database. */
export async function asAdmin<T>(serverUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** Returns a random unused name. */
export function randomDatabaseName(): string {
  return `adda_test_${randomBytes(8).toString('hex')}`;
}

/** Returns the address of another database on the same server. */
export function databaseUrlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
