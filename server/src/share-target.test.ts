import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_MAX_BYTES } from '@adda/contract/media';
import { SHARE_PATH } from '@adda/contract/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test/app.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  const webFolder = mkdtempSync(join(tmpdir(), 'adda-web-'));
  writeFileSync(join(webFolder, 'index.html'), '<title>Adda</title>');
  app = await startTestApp({}, { webFolder });
});
afterAll(() => app.stop());

it.each([
  ['a text', 10],
  ['a large picture', IMAGE_MAX_BYTES],
])('PN-01: %s shared without a service worker leads to the page, and is not read', async (_what, bytes) => {
  const body = new FormData();
  body.append('text', 'rain');
  body.append('files', new File([new Uint8Array(bytes)], 'rain.png', { type: 'image/png' }));
  const response = await fetch(`${app.url}${SHARE_PATH}`, { method: 'POST', body, redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, SHARE_PATH]);
  const page = await fetch(`${app.url}${SHARE_PATH}`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, '<title>Adda</title>']);
});
