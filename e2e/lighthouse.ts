/**
 * `npm run lighthouse`: Lighthouse's mobile score of the login, the chats, the feed, a profile and a room of a seeded server, the timing
 * metrics of each, and the amount of JavaScript; and how long the shell takes without a network. A measurement, not a test: run it on an idle machine.
 *
 * `npm run lighthouse -- --slowdown 4` sets the slowdown of the CPU. Without it the slowdown is the one that makes this machine as fast
 * as the phone that Lighthouse's default of 4 emulates on the machines which that default was made for.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../scripts/chromium.ts';
import { createClient } from '../server/src/test/client.ts';
import { loggedInBrowser } from '../server/src/test/logged-in-browser.fixture.ts';
import { startSeededServer } from './seeded-server.ts';

const DEBUGGING_PORT = 9333;
const GOAL = 95;
const SHELL_GOAL_MS = 1000;
/** Lighthouse's `benchmarkIndex` of the emulated phone: a high-end desktop (1,500 to 2,000), slowed down four times. */
const PHONE_INDEX = 1750 / 4;
const { values } = parseArgs({ options: { slowdown: { type: 'string' } } });

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

/** One run of Lighthouse on a page, with the CPU slowed down this many times. */
async function run(address: string, slowdown: number) {
  const result = await lighthouse(
    address,
    {
      port: DEBUGGING_PORT,
      onlyCategories: ['performance'],
      // Its own reset would log the visitor out as well.
      disableStorageReset: true,
      logLevel: 'error',
    },
    { extends: 'lighthouse:default', settings: { throttling: { cpuSlowdownMultiplier: slowdown } } },
  );
  if (!result) throw new Error(`Lighthouse did not measure ${address}`);
  return result.lhr;
}

/** The slowdown that makes this machine as fast as the emulated phone, by the median of three of Lighthouse's benchmarks. */
async function calibrate(): Promise<number> {
  const indexes: number[] = [];
  for (let round = 0; round < 3; round += 1)
    indexes.push((await run(`${server.url}/login`, 1)).environment.benchmarkIndex);
  const index = indexes.toSorted((a, b) => a - b)[1] ?? PHONE_INDEX;
  console.log(`CPU of this machine: ${index.toFixed(0)} (of the emulated phone: ${PHONE_INDEX})`);
  return Math.max(1, index / PHONE_INDEX);
}

/** Runs Lighthouse three times and prints the best score, because noise only lowers it. */
async function measure(name: string, wanted: string): Promise<void> {
  const scores: number[] = [];
  let javascript = 0;
  for (let round = 0; round < 3; round += 1) {
    await devtools.send('Network.clearBrowserCache');
    const { categories, audits, finalDisplayedUrl } = await run(`${server.url}${wanted}`, slowdown);
    scores.push(Math.round((categories['performance']?.score ?? 0) * 100));
    const details = audits['network-requests']?.details;
    const requests = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
    const { pathname, search } = new URL(finalDisplayedUrl ?? server.url);
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
        .map((id) => audits[id])
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

/**
 * Opens the chats three times without a network on a phone's screen with a slowed CPU, and prints how long the shell takes from the
 * navigation until it is painted (PN-01): the navigation between the tabs, not the skeleton that the page starts with.
 */
async function measureShellWithoutNetwork(): Promise<void> {
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  // In the page: the first frame in which the shell is on the screen. Text, because it runs in the browser.
  await phone.addInitScript(`
    globalThis.shellPainted = new Promise((done) => {
      const look = () => document.querySelector('nav[aria-label="Main"]')
        ? requestAnimationFrame(() => done(performance.now()))
        : requestAnimationFrame(look);
      look();
    });`);
  const phoneTools = await context.newCDPSession(phone);
  await phone.goto(`${server.url}/v1`);
  await phone.waitForLoadState('networkidle');
  await context.setOffline(true);
  await phoneTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await phone.goto(`${server.url}/v1`);
    await phone.locator('nav[aria-label="Main"]').first().waitFor({ state: 'attached' });
    times.push(Number(await phone.evaluate('shellPainted')));
  }
  await context.setOffline(false);
  await phone.close();
  const best = Math.min(...times);
  console.log(
    `${best < SHELL_GOAL_MS ? '✓' : '✗'} the shell without network: ${best.toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(', ')})`,
  );
}

const slowdown = Number(values.slowdown) || (await calibrate());
console.log(`The CPU is slowed down ${slowdown.toFixed(2)} times`);
await measure('login', '/login');
const { cookies, origins } = loggedInBrowser(server.url, visitor);
await context.addCookies(cookies);
await page.goto(`${server.url}/login`);
await page.evaluate((items) => {
  for (const { name, value } of items) localStorage.setItem(name, value);
}, origins[0]?.localStorage ?? []);
await measure('chats', '/v1');
await measureShellWithoutNetwork();
await measure('feed', '/v1?tab=feed');
await measure('profile', '/v1?tab=profile');
// The last one: the chats would reopen the room (SH-58).
const { data: rooms } = await createClient(server.url)('GET /groupchat/groups', { query: {} }, visitor);
await measure('room', `/v1/group/${rooms.groups[0]?.group_id}`);
await context.close();
rmSync(profile, { recursive: true, force: true });
await server.dispose();
