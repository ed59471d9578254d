import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Server } from './server.ts';

const run = promisify(execFile);

/** Runs `npm run admin -- …` against a running server; resolves with its output. */
export async function adminCommand({ dataDir }: Server, ...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../server/src/admin.ts');
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  return (await run(process.execPath, [program, ...args], { env })).stdout;
}

/** Opens the console from the account menu. */
export async function openConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

/** Opens a section of the console: from the side bar, or from the menu of small screens. */
export async function openSection(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Sections' });
  if (await menu.isVisible()) await menu.click();
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens the notifications dialog by its bell button. */
export async function openNotifications(page: Page) {
  await page.getByRole('button', { name: 'Notifications' }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
}
