import { existsSync } from 'node:fs';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell'];

const firstOf = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && path !== '' && existsSync(path));

/**
 * Returns the path of Chromium or Chrome: the setting CHROMIUM, or a default location; undefined when there is none.
 */
export const findChromium = (): string | undefined => firstOf([process.env['CHROMIUM'], ...BROWSERS]);

/**
 * Returns the path of Chromium without its own windows, which shows pages as Chromium does and opens each in a tenth of
 * the time: the setting CHROMIUM_HEADLESS_SHELL, or a default location; that of Chromium when there is none.
 */
export const findHeadlessShell = (): string | undefined =>
  firstOf([process.env['CHROMIUM_HEADLESS_SHELL'], ...HEADLESS_SHELLS]) ?? findChromium();
