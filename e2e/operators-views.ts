import type { Page } from '@playwright/test';
import { createClient } from '../server/src/test/client.ts';
import { expectAccessible } from './accessible.ts';
import { fillConsole } from './busy-console.ts';
import { expect, register, test as base } from './journey.ts';
import { adminCommand } from './operators.ts';
import { startServer, type Server } from './server.ts';

/** An account with a session. */
export type Person = { readonly username: string; readonly token: string };

/** Every worker has one server, and an administrator whose console is filled. */
export const test = base.extend<object, { server: Server; admin: Person }>({
  server: [
    async ({ browserName: _anyBrowser }, provide) => {
      const server = await startServer({ RATE_LIMITS: 'off' });
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  admin: [
    async ({ server }, provide) => {
      const client = createClient(server.url);
      const [admin, second] = [await register(client, 'leela'), await register(client, 'omar')];
      for (const { username } of [admin, second]) await adminCommand(server, 'grant', username);
      await fillConsole({ server, client }, { admin, second });
      await provide(admin);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Checks an open dialog, and that Escape closes it and returns the focus to `before`. */
export async function escapeTo(
  page: Page,
  name: string | RegExp,
  before: ReturnType<Page['getByRole']>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, String(name));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(before, `${name} gives the focus back`).toBeFocused();
}
