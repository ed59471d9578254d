import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { createClient, type Client } from '../server/src/test/client.ts';
import { startServer, type Server } from './server.ts';

export { expect } from '@playwright/test';

/** The two sizes that every view is looked at: a desktop and a phone. */
export const desktop = { viewport: { width: 1280, height: 800 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

let people = 0;

/** A name that nobody else has on this server. */
export const freshName = (name: string) => `${name}${process.pid % 1000}x${(people += 1)}`;

const person = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;

/** Registers somebody over the API; answers their name and token. */
export async function register(client: Client, name: string): Promise<{ username: string; token: string }> {
  const username = freshName(name);
  const { data } = await client('POST /auth/register', {
    body: { username, email: `${username}@example.com`, password: 'warm chai at dusk', ...person },
  });
  return { username, token: data.access_token };
}

/** Opens the app as somebody who is logged in already. */
export async function openAs(
  browser: Browser,
  server: Server,
  who: { username: string; token: string },
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: server.url });
  await context.addInitScript((session) => {
    localStorage.setItem('token', session.token);
    localStorage.setItem('username', session.username);
  }, who);
  return context.newPage();
}

/** Every worker has a server of its own; request-rate limits are off, the business limits hold. */
export const test = base.extend<{ client: Client }, { server: Server }>({
  server: [
    async ({ browserName: _anyBrowser }, provide) => {
      const server = await startServer({ RATE_LIMITS: 'off' });
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  client: async ({ server }, provide) => provide(createClient(server.url)),
});
