import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

const executablePath = findChromium();

/** Journeys of people through the real program in a real browser; each worker has a server of its own. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A machine that does everything at once may stall; what passes only then is named at the end as flaky.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording costs a fifth of the journeys' time; in CI what failed is tried again, and that is recorded.
    trace: 'on-first-retry',
    actionTimeout: 15_000,
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
  },
});
