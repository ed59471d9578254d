import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from './error-answers.ts';
import { addWebApp } from './web-app.ts';

const PAGE = '<!doctype html><title>Adda</title>';

let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'adda-web-app-'));
  writeFileSync(join(root, 'secret.txt'), 'planted');
  const folder = join(root, 'dist');
  for (const name of ['.git', 'assets']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, '.git/config'), 'planted');
  writeFileSync(join(folder, '.env'), 'planted');
  writeFileSync(join(folder, 'assets/app.js'), 'export {};');
  app = fastify();
  app.setErrorHandler(answerError);
  await addWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const ask = async (url: string, accept = '*/*') => {
  const { statusCode, body } = await app.inject({ url, headers: { accept } });
  return { status: statusCode, body };
};

describe('ID-08: the folder of the web app', () => {
  it('serves its files', async () => {
    expect(await ask('/assets/app.js')).toEqual({ status: 200, body: 'export {};' });
  });

  it.each(['/.git/config', '/.git/', '/.env', '/%2egit/config', '/assets/../.env'])(
    'keeps hidden files to itself: %s',
    async (url) => {
      expect((await ask(url)).body).not.toContain('planted');
      expect((await ask(url)).status).toBe(404);
    },
  );

  it.each(['/assets/', '/assets', '/.git'])('lists no folder: %s', async (url) => {
    expect(await ask(url)).toMatchObject({ status: 404 });
    // For a browser each unknown path is a page of the app.
    expect(await ask(url, 'text/html')).toEqual({ status: 200, body: PAGE });
  });

  it.each(['/../secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e/%2e%2e/secret.txt'])(
    'serves nothing outside of it: %s',
    async (url) => {
      expect((await ask(url)).body).not.toContain('planted');
    },
  );
});
