import type { Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import { desktop, enterGuest, expect, message, openAs, openRoom, register, rowOf, test } from '../journey.ts';
import { chooseAction } from '../messages.ts';
import { chooseInRoomMenu } from '../rooms.ts';

const pressAdd = async (page: Page, what: 'Add image' | 'Add video'): Promise<void> => {
  const button = page.getByRole('button', { name: what, exact: true });
  const menu = page.getByRole('button', { name: 'Add to your message' });
  // Which of the two the composer has depends on its width; it renders a little later than the messages.
  await expect(button.or(menu).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name: what }).click();
};

/** Every dialog of a room, and the actions that open it. */
const dialogs: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['Add Image to Message', (page) => pressAdd(page, 'Add image')],
  ['Add Video to Message', (page) => pressAdd(page, 'Add video')],
  ['Manage Group', (page) => chooseInRoomMenu(page, 'Manage Group')],
  ['Delete all messages', (page) => chooseInRoomMenu(page, 'Delete all messages')],
  ['Delete Group', (page) => chooseInRoomMenu(page, 'Delete Group')],
  ['profile', (page) => chooseAction(rowOf(page, 'the chai is ready'), 'View profile')],
  ['report', (page) => chooseAction(rowOf(page, 'the chai is ready'), 'Report')],
  ['delete message', (page) => chooseAction(rowOf(page, 'the chai is ready'), 'Delete')],
];

for (const [where, options] of layouts) {
  test(`every dialog of a room, ${where}, light and dark: axe finds nothing, Escape closes (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(240_000);
    const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
    const [guest, banned] = [await enterGuest(client, 'gia'), await register(client, 'zed')];
    const groupId = await openRoom(client, [ann, ben, guest]);
    await client(
      'POST /groupchat/groups/ban',
      { body: { group_id: groupId, username: banned.username } },
      ann,
    );
    const speaker = await openAs(browser, server, ben, desktop);
    await speaker.goto(`/v1/group/${groupId}`);
    await speaker.getByLabel('Message', { exact: true }).fill('the chai is ready');
    await speaker.keyboard.press('Enter');
    const page = await openAs(browser, server, ann, options);
    await page.goto(`/v1/group/${groupId}`);
    await expect(message(page, 'the chai is ready')).toBeVisible();

    for (const [name, open] of dialogs) {
      await open(page);
      const dialog = page.getByRole('dialog');
      await expect(dialog, name).toBeVisible();
      await expectAccessible(page, name);
      await page.keyboard.press('Escape');
      await expect(dialog, name).toBeHidden();
    }
    await page.getByRole('button', { name: /emoji/i }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await expectAccessible(page, 'emoji picker');
    await page.keyboard.press('Escape');
    for (const tab of ['Group Info', 'Profile']) {
      await page.getByRole('tablist', { name: 'Group' }).getByRole('tab', { name: tab }).click();
      await expectAccessible(page, tab);
    }
    await chooseInRoomMenu(page, 'Members');
    await expect(page.getByRole('tab', { name: 'Banned' })).toBeVisible();
    await expectAccessible(page, 'members');
    await page.getByRole('tab', { name: 'Banned' }).click();
    await expect(page.getByRole('button', { name: /^Unban/ })).toBeVisible();
    await expectAccessible(page, 'banned');
    for (const [path, heading] of [
      [`/v1/chat/${ben.username}`, ben.username],
      [`/v1/group/${await openRoom(client, [ben])}`, /^Room/],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectAccessible(page, path);
    }
    const bannedPage = await openAs(browser, server, banned, options);
    await bannedPage.goto(`/v1/group/${groupId}`);
    await expect(bannedPage.getByText('You are banned from this group')).toBeVisible();
    await expectAccessible(bannedPage, 'banned from a room');
    for (const each of [speaker, page, bannedPage]) await each.context().close();
  });
}
