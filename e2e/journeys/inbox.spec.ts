import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { filterInbox, inboxRow, inboxRows, openInbox } from '../chats.ts';
import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  phone,
  register,
  sendMessage,
  test,
  withMotion,
} from '../journey.ts';
import { tabInto } from '../keyboard.ts';
import { messageInput } from '../messages.ts';
import { openRoomDialog, writeInRoom } from '../rooms.ts';
import { writePrivately } from '../strangers.ts';

test.use(withMotion);

/** The widths at which the chats screen is looked at, with the height of such a window. */
const SIZES = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
] as const;

/** Runs in the page: records what moved in its content without a press. */
function recordShifts(): void {
  const moved: string[] = [];
  const main = () => document.querySelector('main');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('hadRecentInput' in entry) || entry.hadRecentInput) continue;
      const sources: readonly { node?: Node | null }[] =
        'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      for (const { node } of sources)
        if (node && main()?.contains(node))
          moved.push(`${node.nodeName} in ${node.parentElement?.outerHTML.slice(0, 300)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { moved });
}

const nameOf = async (page: Page): Promise<string> =>
  (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

/** The address of the first row. */
const firstRow = (page: Page) => inboxRows(page).first();

for (const [size, options] of [
  ['1280', desktop],
  ['390', phone],
] as const) {
  test(`HM-01, HM-10: at ${size} px the inbox follows messages, reads, drafts, mentions and mutes, and Back finds its place`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(120_000);
    const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
    await makeKnown(client, asha, kavi);
    const busy = await openRoom(client, [kavi, asha]);
    const other = await openRoom(client, [kavi, asha]);
    const roomRow = (groupId: string) => page.locator(`a[href="/v1/group/${groupId}"]`).first();
    await writePrivately(server, kavi, asha.username, 'are you there?');
    const page = await openAs(browser, server, asha, options);
    await page.goto('/v1');
    const chat = inboxRow(page, kavi.username);
    await expect(chat.filter({ hasText: 'are you there?' })).toContainText('1 unread');

    await test.step('a message moves its row up with its number, and reading clears it', async () => {
      await writeInRoom(server, kavi, busy, ['who is up?', `tea, @${asha.username}?`]);
      await expect(firstRow(page)).toHaveAttribute('href', `/v1/group/${busy}`);
      await expect(firstRow(page)).toContainText('2 unread');
      await expect(firstRow(page)).toContainText('1 unread mention');
      await expectAccessible(page, 'the inbox');
      // Before it opens, the app asks how far the room was read, which reads nothing.
      const isRead = page.waitForResponse(
        (response) =>
          response.url().endsWith('/conversations/read') &&
          !response.request().postData()?.includes('"up_to":0'),
      );
      await firstRow(page).click();
      await expect(message(page, `tea, @${asha.username}?`)).toBeVisible();
      await isRead;
      await page.goBack();
      await expect(messageInput(page)).toBeHidden();
      await expect(roomRow(busy)).not.toContainText('unread');
    });

    await test.step('a draft', async () => {
      await roomRow(other).click();
      await messageInput(page).fill('let me *ask*');
      await page.goBack();
      await expect(roomRow(other)).toContainText('Draft: let me ask');
    });

    await test.step('filters are places; a chat is closed to its filter', async () => {
      await filterInbox(page, 'Unread');
      await expect(inboxRows(page)).toHaveCount(1);
      await filterInbox(page, 'People');
      await expect(inboxRows(page)).toHaveCount(1);
      await inboxRows(page).first().click();
      await expect(message(page, 'are you there?')).toBeVisible();
      await sendMessage(page, 'here I am');
      await page.goBack();
      await expect(page).toHaveURL(/\/v1\?show=people$/);
      await expect(inboxRows(page)).toContainText(['You: here I am']);
      await page.goBack();
      await expect(page).toHaveURL(/\/v1\?show=unread$/);
      await expect(page.getByRole('heading', { name: 'Nothing unread' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/v1$/);
      await expect(inboxRows(page)).toHaveCount(3);
    });

    await test.step('a muted room is grey', async () => {
      await roomRow(busy).click();
      const dialog = await openRoomDialog(page, 'Mute', `Mute ${await nameOf(page)}`);
      await dialog.getByRole('radio', { name: 'Quiet for 1 hour' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.goBack();
      await expect(roomRow(busy)).toContainText('Muted');
      await writeInRoom(server, kavi, busy, ['psst']);
      await expect(firstRow(page)).toContainText('1 unread');
      await expect(firstRow(page)).toContainText(`${kavi.username}: psst`);
    });

    await test.step('SH-11: only at the root of the history Back asks', async () => {
      await page.goBack();
      await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Confirm Exit');
    });
    await page.context().close();
  });
}

test('HM-01: the inbox is used by keyboard alone', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const rooms = [await openRoom(client, [kavi, asha]), await openRoom(client, [kavi, asha])];
  for (const groupId of rooms) await writeInRoom(server, kavi, groupId, [`hello ${groupId}`]);
  const page = await openAs(browser, server, asha, desktop);
  await page.goto('/v1');
  await expect(inboxRows(page)).toHaveCount(2);
  await tabInto(page.getByRole('list', { name: 'Recent Chats' }));
  await expect(inboxRows(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(inboxRows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/v1/group/${rooms[0]}`));
  await expect(messageInput(page)).toBeFocused();
  await page.context().close();
});

test('HM-10: the list is where it was after a chat was closed on a phone', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(120_000);
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  for (let rooms = 0; rooms < 33; rooms += 1) await openRoom(client, [kavi, asha]);
  const page = await openAs(browser, server, asha, phone);
  await page.goto('/v1');
  await expect(inboxRows(page)).toHaveCount(30);
  await inboxRows(page).nth(29).scrollIntoViewIfNeeded();
  await expect(inboxRows(page)).toHaveCount(33);
  const row = inboxRows(page).nth(25);
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  await row.tap();
  await expect(messageInput(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the chats' }).tap();
  await expect(row).toBeInViewport();
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await page.context().close();
});

test('HM-03: at all widths the chats fit, the middle has 560 px and nothing moves by itself', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [kavi, asha]);
  await writeInRoom(server, kavi, groupId, [`hello ${'word '.repeat(80)}`]);
  await writePrivately(server, kavi, asha.username, 'are you there?');
  for (const [width, height] of SIZES) {
    for (const path of ['/v1', `/v1/group/${groupId}`, `/v1/chat/${kavi.username}`]) {
      const page = await openAs(browser, server, asha, { viewport: { width, height } });
      await page.addInitScript(recordShifts);
      await page.goto(path);
      const where = `of ${path} at ${width} px`;
      await expect(path === '/v1' ? inboxRows(page).first() : messageInput(page)).toBeVisible();
      if (width >= 1024) await expect(inboxRows(page)).toHaveCount(2);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
      expect(await page.evaluate('moved'), `what moves by itself ${where}`).toEqual([]);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(sideways, `sideways scrolling ${where}`).toBe(false);
      if (width >= 1024 && path !== '/v1') {
        const box = await page.getByRole('region', { name: 'Messages' }).boundingBox();
        expect(box?.width, `the middle ${where}`).toBeGreaterThanOrEqual(560);
      }
      await page.context().close();
    }
  }
});

test('HM-03: no room stands in two lists, and one that was joined goes to the inbox', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const [own, foreign] = [await openRoom(client, [kavi, asha]), await openRoom(client, [kavi])];
  const page = await openAs(browser, server, asha, desktop);
  const expectEachOnce = async () => {
    const links = await page
      .locator('a[href^="/v1/group/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const rooms = links.filter((href) => href !== '/v1/group/create');
    expect(rooms).toContain(`/v1/group/${own}`);
    expect(new Set(rooms).size).toBe(rooms.length);
  };
  await page.goto('/v1');
  await expect(page.getByRole('heading', { name: 'Come on in' })).toBeVisible();
  await expect(inboxRows(page)).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await expectEachOnce();
  await page.goto(`/v1/group/${foreign}`);
  await page.getByRole('button', { name: 'Join Group' }).click();
  await expect(messageInput(page)).toBeVisible();
  await openInbox(page);
  await expect(inboxRows(page)).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Come on in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectEachOnce();
  await page.context().close();
});
