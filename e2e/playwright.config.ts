import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from '../scripts/chromium.ts';
import { launchOptionsOf } from './launch-options.ts';

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

/** What a person would wait for at most, in ms; the machines of a CI may be several times slower. */
const PATIENCE_MS = process.env['CI'] ? 30_000 : 15_000;

/** End-to-end tests with the real server in a real browser; each worker has its own server. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A loaded machine may stall; a test that passes only on the retry is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  timeout: 6 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    // Recording costs a fifth of the journeys' time; in CI only the retry of a failed test is recorded.
    trace: 'on-first-retry',
    actionTimeout: PATIENCE_MS,
  },
  projects: [
    {
      name: 'whole browser',
      testMatch: WHOLE_BROWSER,
      use: { launchOptions: launchOptionsOf(findChromium()) },
    },
    {
      name: 'pages',
      testIgnore: WHOLE_BROWSER,
      use: {
        launchOptions: launchOptionsOf(findHeadlessShell()),
        // Each fresh context would store the whole app for use without a network.
        serviceWorkers: 'block',
        // Drawing animations without a graphics card is a tenth of the time; journeys about them switch motion on.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
});
