/**
 * `npm run lighthouse`: Lighthouse's mobile score of the login and the chats page of a fresh server, and how much
 * JavaScript each loads. A measurement, not a test: run it on a quiet machine.
 */
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
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
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--remote-debugging-port=${DEBUGGING_PORT}`,
  ],
});

/** Runs Lighthouse three times and prints the best score: noise only ever lowers it. */
async function measure(name: string, path: string): Promise<void> {
  const scores: number[] = [];
  let javascript = 0;
  for (let run = 0; run < 3; run += 1) {
    const result = await lighthouse(`${server.url}${path}`, {
      port: DEBUGGING_PORT,
      onlyCategories: ['performance'],
      logLevel: 'error',
    });
    scores.push(Math.round((result?.lhr.categories['performance']?.score ?? 0) * 100));
    const details = result?.lhr.audits['network-requests']?.details;
    const requests = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
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
const context = browser.contexts()[0] ?? (await browser.newContext());
const page = await context.newPage();
await page.goto(`${server.url}/login`);
await page.evaluate((token) => {
  localStorage.setItem('token', token);
  localStorage.setItem('username', 'visitor');
}, data.access_token);
await measure('chats', '/v1');
await browser.close();
await server.dispose();
