import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from './client.ts';
import { about } from './kill-nine.fixture.ts';
import { createDataDir, SHORT_LIVED, startServer } from './server-process.fixture.ts';

const run = promisify(execFile);
/** Starts the program with a shell's umask. */
const withUmask = (umask: string) => [
  '--import',
  `data:text/javascript,import{isMainThread}from'node:worker_threads';if(isMainThread)process.umask(0o${umask})`,
];
const ENV = { DATABASE_URL: '', REDIS_URL: '', S3_ENDPOINT: '', SMTP_URL: '', RATE_LIMITS: 'off' };

const entriesOf = (dataDir: string) => [
  { file: dataDir, isFolder: true },
  ...readdirSync(dataDir, { recursive: true, withFileTypes: true }).map((entry) => ({
    file: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  })),
];

/** Returns the entries that other users of the machine may access. */
const openEntries = (dataDir: string) =>
  entriesOf(dataDir)
    // Files of the running engine appear and disappear.
    .filter(({ file }) => existsSync(file))
    .map(({ file, isFolder }) => ({ file, isFolder, mode: statSync(file).mode & 0o777 }))
    .filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600))
    .map(({ file, mode }) => `${relative(dataDir, file)} ${mode.toString(8)}`);

it.skipIf(process.platform === 'win32')(
  'R-21: everything under DATA_DIR is private to its owner with any umask, and wider permissions are corrected at the start',
  { timeout: 240_000 },
  async () => {
    const dataDir = createDataDir();
    chmodSync(dataDir, 0o777);
    const first = await startServer({
      dataDir,
      env: ENV,
      nodeArguments: [...SHORT_LIVED, ...withUmask('000')],
    });
    onTestFinished(first.dispose);
    const body = { username: 'asha', email: 'asha@example.org', password: 'warm chai at dusk', ...about };
    expect((await createClient(first.url)('POST /auth/register', { body })).status).toBe(201);
    const places = ['admin.sock', 'database', 'jwt-secret', 'outbox', 'vapid-key'];
    await vi.waitFor(() => expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(places)), 30_000);
    expect(openEntries(dataDir)).toEqual([]);
    await run(
      process.execPath,
      [...SHORT_LIVED, ...withUmask('000'), join(import.meta.dirname, '../admin.ts'), 'list'],
      {
        env: { ...process.env, ...ENV, DATA_DIR: dataDir },
      },
    );
    expect(await first.stop()).toBe(0);
    expect(openEntries(dataDir)).toEqual([]);

    for (const { file, isFolder } of entriesOf(dataDir)) chmodSync(file, isFolder ? 0o755 : 0o666);
    const second = await startServer({
      dataDir,
      env: ENV,
      nodeArguments: [...SHORT_LIVED, ...withUmask('022')],
    });
    onTestFinished(second.dispose);
    expect(openEntries(dataDir)).toEqual([]);
    expect(await second.stop()).toBe(0);
    expect(openEntries(dataDir)).toEqual([]);
  },
);
