import type { Browser, Page } from '@playwright/test';
import type { Client } from '../../server/src/test/client.ts';
import {
  desktop,
  expect,
  message,
  openAs,
  openRoom,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import type { Server } from '../server.ts';

/** Opens a room as two members, one on a desktop and one on a phone. */
async function twoInARoom(browser: Browser, server: Server, client: Client) {
  const [ann, bob] = [await register(client, 'ann'), await register(client, 'bob')];
  const groupId = await openRoom(client, [ann, bob]);
  const annsPage = await openAs(browser, server, ann, desktop);
  const bobsPage = await openAs(browser, server, bob, phone);
  await annsPage.goto(`/v1/group/${groupId}`);
  await bobsPage.goto(`/v1/group/${groupId}`);
  // The line about a lost connection is loaded once a page has been idle; these pages keep no files.
  for (const page of [annsPage, bobsPage]) await page.waitForLoadState('networkidle');
  return { annsPage, bobsPage, bob, groupId };
}

test('R-03, R-04: the network is interrupted and restored, no message is lost or duplicated', async ({
  browser,
  server,
  client,
}) => {
  const { annsPage, bobsPage, bob, groupId } = await twoInARoom(browser, server, client);
  await expect(bobsPage.getByText('Connected', { exact: true }).first()).toBeVisible();
  await sendMessage(annsPage, 'before the tunnel');
  await expect(message(bobsPage, 'before the tunnel')).toBeVisible();

  await bobsPage.context().setOffline(true);
  await sendMessage(bobsPage, 'written in the tunnel');
  await expect(message(bobsPage, 'written in the tunnel')).toBeVisible();
  await sendMessage(annsPage, 'said while bob was away');
  await expect(message(annsPage, 'said while bob was away')).toBeVisible();
  await expect(message(annsPage, 'written in the tunnel')).toBeHidden();
  // A displayed message is not stored yet: one within a second of the previous message waits.
  const query = { group_id: groupId };
  await expect
    .poll(async () => (await client('GET /groupchat/group-messages', { query }, bob)).data.last_sequence)
    .toBe(2);

  await bobsPage.context().setOffline(false);
  await expect(message(bobsPage, 'said while bob was away')).toHaveCount(1);
  await expect(message(annsPage, 'written in the tunnel')).toHaveCount(1);
  await expect(message(bobsPage, 'written in the tunnel')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the tunnel',
    'said while bob was away',
    'written in the tunnel',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});

test('R-21: the server is killed in between and everything continues', async ({
  browser,
  server,
  client,
}) => {
  const { annsPage, bobsPage, bob, groupId } = await twoInARoom(browser, server, client);
  await sendMessage(annsPage, 'before the power cut');
  await expect(message(bobsPage, 'before the power cut')).toBeVisible();

  await server.kill();
  await expect(annsPage.getByText("You're not connected to this group.")).toBeVisible();
  await sendMessage(annsPage, 'written in the dark');
  await server.restart();

  await expect(message(bobsPage, 'written in the dark')).toBeVisible({ timeout: 45_000 });
  await expect(message(bobsPage, 'before the power cut')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query: { group_id: groupId } }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the power cut',
    'written in the dark',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});

/** Returns the titles, tabs and inputs that the toasts of the page cover. */
const coveredByToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.toasts > div > *')].map((each) =>
      each.getBoundingClientRect(),
    );
    return [...document.querySelectorAll('h1, [role=tab], nav a, input, textarea, select')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return toasts.some(
          (toast) =>
            box.width > 0 &&
            box.left < toast.right &&
            box.right > toast.left &&
            box.top < toast.bottom &&
            box.bottom > toast.top,
        );
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });

test('HM-09: one line says what is wrong with the connection, and toasts cover no title, tab or input', async ({
  browser,
  server,
  client,
}) => {
  const { annsPage, bobsPage } = await twoInARoom(browser, server, client);
  const pages = [annsPage, bobsPage];
  const offline = "You're offline. What's here stays, and we'll catch up when you're back.";
  const lost = "You're not connected to this group.";
  const back = 'Reconnected to group chat';
  for (const page of pages) {
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    // A first connection is not worth a toast.
    await expect(page.locator('.toasts')).toBeHidden();
    await page.context().setOffline(true);
    await expect(page.getByText(offline)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(offline)).toBeHidden();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  }
  await server.kill();
  for (const page of pages) {
    await expect(page.getByText(lost)).toBeVisible();
    await expect(page.getByText(offline)).toBeHidden();
    await expect(page.locator('.toasts')).toBeHidden();
  }
  await server.restart();
  await Promise.all(
    pages.map(async (page) => {
      await expect(page.getByText(back)).toBeVisible({ timeout: 45_000 });
      expect(await coveredByToasts(page)).toEqual([]);
      await expect(page.getByText(lost)).toBeHidden();
    }),
  );
  for (const page of pages) await page.context().close();
});
