import {
  expect,
  test as base,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { loggedInBrowser } from '../server/src/test/logged-in-browser.fixture.ts';
import { createClient, type Client } from '../server/src/test/client.ts';
import { followEachOther } from '../server/src/test/known-people.fixture.ts';
import { startServer, type Server } from './server.ts';

export { expect } from '@playwright/test';

/** A desktop, a phone, and the smallest supported phone. */
export const desktop = { viewport: { width: 1280, height: 800 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const smallestPhone = { ...phone, viewport: { width: 320, height: 640 } } as const;

/** For `test.use` in files whose journeys are about motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

let people = 0;

/** Returns a username that is unique on this server. */
export const freshName = (name: string) => `${name}${process.pid % 1000}x${(people += 1)}`;

const profile = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;

/** Registers an account through the API; resolves with its username and token. */
export async function register(client: Client, name: string): Promise<{ username: string; token: string }> {
  const username = freshName(name);
  const { data } = await client('POST /auth/register', {
    body: { username, email: `${username}@example.com`, password: 'warm chai at dusk', ...profile },
  });
  return { username, token: data.access_token };
}

/** Creates a guest account through the API; resolves with its username and token. */
export async function enterGuest(client: Client, name: string): Promise<{ username: string; token: string }> {
  const { data } = await client('POST /auth/guest', { body: { display_name: name, ...profile } });
  return { username: data.username, token: data.access_token };
}

/** Enters as a guest by the form of the open page. */
export async function enterAsGuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter as a guest' }).click();
  const form = page.getByRole('dialog', { name: 'Enter as a guest' });
  await form.getByLabel('Date of birth').fill('1999-05-17');
  await form.getByLabel('Sex').selectOption('female');
  await form.getByLabel('Country').selectOption('India');
  await form.getByLabel('State or region').selectOption('Kerala');
  await form.getByRole('button', { name: 'Enter as a guest' }).click();
}

/** Lets users follow each other, so that they are no strangers, who may write little to each other (MR-01). */
export const makeKnown = (
  client: Client,
  ...accounts: readonly { readonly username: string; readonly token: string }[]
): Promise<void> => followEachOther(client, accounts);

/** Opens the app with an existing session. */
export async function openAs(
  browser: Browser,
  server: Pick<Server, 'url'>,
  account: { username: string; token: string },
  options: BrowserContextOptions,
): Promise<Page> {
  const storageState = loggedInBrowser(server.url, account);
  const context = await browser.newContext({ ...options, baseURL: server.url, storageState });
  return context.newPage();
}

/** Chooses an entry of the account menu in the header (HM-08). */
export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Opens a section of the settings (HM-08). */
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto(`/v1/settings/${section.toLowerCase()}`);
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
}

/** Every worker has its own server; request-rate limits are disabled, the business limits apply. */
export const test = base.extend<{ client: Client; closing: void }, { server: Server }>({
  // Pages that stay open go on polling the server that the next tests use, and reconnect all at once when one of them restarts it.
  closing: [
    async ({ browser }, provide) => {
      await provide();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  server: [
    async ({ browserName: _anyBrowser }, provide) => {
      // It serves every journey of the worker: optimizing the engine's code pays here.
      const server = await startServer({ RATE_LIMITS: 'off' }, { nodeArguments: [] });
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  client: async ({ server }, provide) => provide(createClient(server.url)),
});

/** Sends a message with Enter; retries after a refusal within a second of the previous message (GC-55). */
export async function sendMessage(page: Page, text: string): Promise<void> {
  const input = page.getByLabel('Message', { exact: true });
  await input.fill(text);
  await expect(async () => {
    await input.press('Enter');
    await expect(input).toHaveValue('', { timeout: 300 });
  }).toPass();
}

/** Creates a room through the API with all given accounts as members; the first is its creator. */
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

/** A message in the open room; its announcement for screen readers is outside the list and excluded. */
export const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });

/** The row of a message in the open chat, by its whole text. */
export const rowOf = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

/** The reactions under a message. */
export const chipsOf = (page: Page, text: string): Locator =>
  rowOf(page, text).getByRole('group', { name: 'Reactions' }).getByRole('button');

/** Opens a room for an account and waits until it is connected. */
export async function openRoomAs(
  browser: Browser,
  server: Pick<Server, 'url'>,
  account: { username: string; token: string },
  { groupId, ...options }: BrowserContextOptions & { readonly groupId: string },
): Promise<Page> {
  const page = await openAs(browser, server, account, options);
  await page.goto(`/v1/group/${groupId}`);
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  return page;
}
