import type { Page } from '@playwright/test';
import { inboxRow, openInbox, openUsers } from '../chats.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  message,
  openAs,
  register,
  sendMessage,
  test,
  makeKnown,
} from '../journey.ts';

/** Every dialog of the main screen, and the actions that open it. */
const onMainScreen: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['Unread Messages', (page) => page.getByRole('button', { name: 'Unread messages' }).click()],
  ['Blocked users', (page) => chooseInAccountMenu(page, 'Blocked users')],
  ['Filter Users', (page) => page.getByRole('button', { name: 'Filter Users' }).click()],
];
/** The same for a private chat. */
const inChat: typeof onMainScreen = [
  ['Add Image', (page) => page.getByRole('button', { name: 'Add image' }).click()],
  ['Report or Block User', (page) => page.getByRole('button', { name: 'Report or Block' }).click()],
];

/** Opens, checks and closes each dialog. */
async function checkDialogs(page: Page, dialogs: typeof onMainScreen): Promise<void> {
  for (const [name, open] of dialogs) {
    await open(page);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog, name).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await expect(dialog, name).toBeHidden();
  }
}

for (const [where, options] of layouts) {
  test(`every view of private chats and the main screen, ${where}, light and dark: axe finds nothing, nothing scrolls sideways, Escape closes (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const [ann, ben, zed] = [
      await register(client, 'ann'),
      await register(client, 'a-name-of-almost-thirty'),
      await register(client, 'zed'),
    ];
    await makeKnown(client, ann, ben);
    await client('POST /users/block', { body: { blocked_username: zed.username } }, ann);
    const speaker = await openAs(browser, server, ben, desktop);
    await speaker.goto(`/v1/chat/${ann.username}`);
    await sendMessage(speaker, 'the chai is ready');
    await expect(message(speaker, 'the chai is ready')).toBeVisible();

    const page = await openAs(browser, server, ann, options);
    await page.goto('/v1');
    await openUsers(page);
    await expect(page.getByRole('link', { name: new RegExp(ben.username) }).first()).toBeVisible();
    await expectAccessible(page, 'Users');
    await checkDialogs(page, onMainScreen);
    await client('POST /conversations/mute', { body: { recipient: ben.username } }, ann);
    await openInbox(page);
    await expect(inboxRow(page, 'the chai is ready')).toBeVisible();
    await expect(page.getByText('Muted', { exact: true })).toBeAttached();
    await expectAccessible(page, 'History');

    await page.goto(`/v1/chat/${ben.username}`);
    await expect(message(page, 'the chai is ready')).toBeVisible();
    await sendMessage(page, `${'averylongword'.repeat(20)} https://example.com/${'path/'.repeat(30)}`);
    await expect(page.getByText(/averylongword/).first()).toBeVisible();
    await expectAccessible(page, 'private chat');
    await checkDialogs(page, inChat);
    await page.getByRole('button', { name: 'Profile', exact: true }).click();
    await expect(page.getByText(/joined/i).first()).toBeVisible();
    await expectAccessible(page, 'profile');
    await page.goto(`/v1/chat/${zed.username}`);
    await expect(page.getByRole('heading', { name: 'Blocked' })).toBeVisible();
    await expectAccessible(page, 'blocked');
    for (const each of [speaker, page]) await each.context().close();
  });
}
