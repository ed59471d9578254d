import type { LaunchOptions } from '@playwright/test';
import { findHeadlessShell } from '../scripts/chromium.ts';

/** Returns the options of a browser; without a path Playwright uses its own. */
export const launchOptionsOf = (executablePath: string | undefined) => ({
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
});

const pages = launchOptionsOf(findHeadlessShell());

/** A browser whose microphone makes a beep every second; a context also needs the permission `microphone`. */
export const withMicrophone: LaunchOptions = {
  ...pages,
  args: [
    ...pages.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
};
