/**
 * `npm run lighthouse`: Lighthouse's mobile score of the login, the chats, the feed, a profile and a room of a seeded server, the timing
 * metrics of each, and the amount of JavaScript. A measurement, not a test: run it on an idle machine.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../scripts/chromium.ts';
import { createClient } from '../server/src/test/client.ts';
import { loggedInBrowser } from '../server/src/test/logged-in-browser.fixture.ts';
import { startSeededServer } from './seeded-server.ts';

const DEBUGGING_PORT = 9333;
const GOAL = 95;

const { server, visitor } = await startSeededServer(40);
const profile = mkdtempSync(join(tmpdir(), 'adda-lighthouse-'));
// Lighthouse works in the browser's default context, so the visitor has to log in there.
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

/** Runs Lighthouse three times and prints the best score, because noise only lowers it. */
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
    const { pathname, search } = new URL(result?.lhr.finalDisplayedUrl ?? server.url);
    if (pathname + search !== wanted) throw new Error(`${wanted} led to ${pathname}${search}`);
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'speed-index',
    ];
    console.log(
      `  ${times
        .map((id) => result?.lhr.audits[id])
        .map((audit) => `${audit?.title} ${audit?.displayValue}`)
        .join(', ')}`,
    );
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
const { cookies, origins } = loggedInBrowser(server.url, visitor);
await context.addCookies(cookies);
await page.goto(`${server.url}/login`);
await page.evaluate((items) => {
  for (const { name, value } of items) localStorage.setItem(name, value);
}, origins[0]?.localStorage ?? []);
await measure('chats', '/v1');
await measure('feed', '/v1?tab=feed');
await measure('profile', '/v1?tab=profile');
// The last one: the chats would reopen the room (SH-58).
const { data: rooms } = await createClient(server.url)('GET /groupchat/groups', { query: {} }, visitor);
await measure('room', `/v1/group/${rooms.groups[0]?.group_id}`);
await context.close();
rmSync(profile, { recursive: true, force: true });
await server.dispose();
