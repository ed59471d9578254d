import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * Returns the path of Chromium or Chrome: the setting CHROMIUM, or a default location; undefined when there is none.
 */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...PLACES].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}
