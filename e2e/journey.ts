import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { createClient, type Client } from '../server/src/test/client.ts';
import { startServer, type Server } from './server.ts';

export { expect } from '@playwright/test';

/** A desktop, a phone, and the smallest phone that everything has to fit on. */
export const desktop = { viewport: { width: 1280, height: 800 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const smallestPhone = { ...phone, viewport: { width: 320, height: 640 } } as const;

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

/** Comes in as a guest over the API; answers their name and token. */
export async function enterGuest(client: Client, name: string): Promise<{ username: string; token: string }> {
  const { data } = await client('POST /auth/guest', { body: { display_name: name, ...person } });
  return { username: data.username, token: data.access_token };
}

/** Opens the app as somebody who is logged in already. */
export async function openAs(
  browser: Browser,
  server: Pick<Server, 'url'>,
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

/** Types a message and sends it with Enter; again after a refusal within a second of the one before (GC-55). */
export async function say(page: Page, text: string): Promise<void> {
  const input = page.getByLabel('Message', { exact: true });
  await input.fill(text);
  await expect(async () => {
    await input.press('Enter');
    await expect(input).toHaveValue('', { timeout: 300 });
  }).toPass();
}

/** Opens a room over the API in which everybody given is a member; the first of them created it. */
export async function openRoom(client: Client, people: readonly { token: string }[]): Promise<string> {
  const [creator, ...others] = people;
  const { data } = await client(
    'POST /groupchat/groups/create',
    { body: { name: freshName('Room ') } },
    creator,
  );
  for (const other of others)
    await client('POST /groupchat/groups/join', { body: { group_id: data.group_id } }, other);
  return data.group_id;
}

/** A message in the open room; screen readers hear it a second time, outside the list. */
export const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
