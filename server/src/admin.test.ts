import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from './platform/database/migrations.ts';
import { createClient } from './test/client.ts';
import { readTemplate } from './test/database-template.fixture.ts';
import { putEmbeddedDatabase } from './test/embedded-database.fixture.ts';
import { SHORT_LIVED } from './test/server-process.fixture.ts';

let root: string;
let server: ChildProcess | undefined;
beforeAll(async () => void (root = await mkdtemp(path.join(tmpdir(), 'adda-admin-cli-'))));
afterAll(async () => {
  if (server?.exitCode === null) server.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

const environment = (dataDir: string) => ({
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: '0',
  DATA_DIR: path.join(root, dataDir),
  DATABASE_URL: '',
});

/** Runs `npm run admin -- …`. Returns its exit code and everything that it printed. */
async function admin(args: string[], dataDir = 'data'): Promise<{ code: number; text: string }> {
  const file = path.join(import.meta.dirname, 'admin.ts');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...SHORT_LIVED, file, ...args],
      { env: environment(dataDir), cwd: root },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, text: `${stdout}${stderr}`.trim() }),
    );
  });
}

async function startServer(): Promise<string> {
  await putEmbeddedDatabase(path.join(root, 'data'), await readTemplate(MIGRATIONS_FOLDER));
  const child = spawn(process.execPath, [...SHORT_LIVED, path.join(import.meta.dirname, 'main.ts')], {
    env: environment('data'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  // Output that ends without this line means that the server could not start.
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('The server did not start.');
}

describe('SV-106: npm run admin', () => {
  it(
    'works with a running server, without one, and with a restored backup (R-22)',
    { timeout: 600_000 },
    async () => {
      const client = createClient(await startServer());
      const person = { sex: 'female', birth_date: '1999-05-17', country: 'UK', state: 'Wales' } as const;
      const account = { ...person, username: 'nadia', email: 'nadia@example.org', password: 'correct horse' };
      const token = (await client('POST /auth/register', { body: account })).data.access_token;
      const guest = (await client('POST /auth/guest', { body: person })).data.username;
      const role = async () => (await client('GET /users/me', {}, { token })).data.role;

      expect(await admin(['list'])).toEqual({ code: 0, text: 'Nobody is an admin yet.' });
      expect(await admin(['grant', 'Nadia'])).toEqual({ code: 0, text: 'nadia is an admin now.' });
      expect(await role()).toBe('admin');
      expect(await admin(['grant', 'nadia'])).toEqual({ code: 0, text: 'nadia is an admin already.' });
      expect(await admin(['list'])).toEqual({ code: 0, text: 'nadia' });
      expect(await admin(['grant', 'nobody'])).toEqual({ code: 1, text: 'There is no user nobody.' });
      expect(await admin(['grant', guest])).toMatchObject({
        code: 1,
        text: expect.stringContaining('is a guest'),
      });
      expect(await admin([])).toMatchObject({
        code: 1,
        text: expect.stringContaining('npm run admin -- grant NAME'),
      });
      const omar = { ...account, username: 'omar', email: 'omar@example.org' };
      const omars = (await client('POST /auth/register', { body: omar })).data.access_token;
      const seen = async () => (await client('GET /users/me', {}, { token: omars })).status;
      expect(await admin(['suspend', 'nadia', 'too loud'])).toMatchObject({ code: 1 });
      expect(await admin(['suspend', 'omar'])).toMatchObject({ code: 1 });
      expect(await admin(['suspend', 'Omar', 'writes to everybody'])).toMatchObject({ code: 0 });
      expect(await seen()).toBe(403);
      expect(await admin(['suspend', 'omar', 'again'])).toMatchObject({ code: 1 });
      expect(await admin(['grant', 'omar'])).toMatchObject({
        code: 1,
        text: expect.stringContaining('suspended'),
      });
      const why = (await client('POST /auth/suspension', { body: { token: omars } })).data;
      expect(why.sanction).toMatchObject({ kind: 'ban', reason: 'writes to everybody' });
      expect(await admin(['unsuspend', 'omar', 'he said sorry'])).toMatchObject({ code: 0 });
      expect(await admin(['unsuspend', 'omar', 'he said sorry'])).toMatchObject({ code: 1 });
      const rightBooks = { code: 0, text: expect.stringMatching(/^\d+ transfers(.|\n)*: ok$/) };
      expect(await admin(['ledger', 'check'])).toMatchObject(rightBooks);
      expect(await admin(['ledger', 'fix'])).toMatchObject({ code: 1 });
      expect(await admin(['backup', 'while-running.tar.gz'])).toMatchObject({ code: 0 });
      expect(await admin(['restore', 'while-running.tar.gz'])).toMatchObject({
        code: 1,
        text: expect.stringContaining('stop the server'),
      });

      const exited = once(server ?? process, 'exit');
      server?.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);

      expect(await admin(['list'])).toEqual({ code: 0, text: 'nadia' });
      expect(await admin(['suspend', 'omar', 'does it again'])).toMatchObject({ code: 0 });
      expect(await admin(['suspend', 'omar', 'does it again'])).toMatchObject({ code: 1 });
      expect(await admin(['unsuspend', 'omar', 'and is sorry'])).toMatchObject({ code: 0 });
      expect(await admin(['ledger', 'check'])).toMatchObject(rightBooks);
      expect(await admin(['revoke', 'nadia'])).toEqual({ code: 0, text: 'nadia is no longer an admin.' });
      expect(await admin(['revoke', 'nobody'])).toEqual({ code: 1, text: 'There is no user nobody.' });
      expect(await admin(['list'])).toEqual({ code: 0, text: 'Nobody is an admin yet.' });
      expect(await admin(['backup', 'while-stopped.tar.gz'])).toMatchObject({ code: 0 });
      expect(await admin(['restore', 'while-running.tar.gz'])).toMatchObject({ code: 1 });
      expect(await admin(['restore', 'while-running.tar.gz'], 'restored')).toMatchObject({ code: 0 });
      expect(await admin(['list'], 'restored')).toEqual({ code: 0, text: 'nadia' });
    },
  );
});
