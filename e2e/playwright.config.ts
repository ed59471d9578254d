import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from '../scripts/chromium.ts';

/** Journeys about what only a whole browser has: the service worker, notifications, installed apps. */
const WHOLE_BROWSER = [
  'app-without-network',
  'background-sync',
  'cookie-session',
  'offline-reading',
  'push',
  'share-target',
  'two-people-in-a-room',
].map((name) => `**/${name}.spec.ts`);

const launchedFrom = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
});

/** End-to-end tests with the real server in a real browser; each worker has its own server. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A loaded machine may stall; a test that passes only on the retry is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording costs a fifth of the journeys' time; in CI only the retry of a failed test is recorded.
    trace: 'on-first-retry',
    actionTimeout: 15_000,
  },
  projects: [
    {
      name: 'whole browser',
      testMatch: WHOLE_BROWSER,
      use: launchedFrom(findChromium()),
    },
    {
      name: 'pages',
      testIgnore: WHOLE_BROWSER,
      use: {
        ...launchedFrom(findHeadlessShell()),
        // Each fresh context would store the whole app for use without a network.
        serviceWorkers: 'block',
      },
    },
  ],
});
