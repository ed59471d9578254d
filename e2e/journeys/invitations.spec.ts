import type { Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  desktop,
  enterAsGuest,
  expect,
  message,
  openAs,
  openRoom,
  phone,
  register,
  test,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { openRoomDialog } from '../rooms.ts';

/** Opens 'Invite people' from the menu of the open room. */
async function openInvites(page: Page) {
  const dialog = await openRoomDialog(page, 'Invite people');
  await expect(dialog.getByRole('heading', { name: 'Open invitations' })).toBeVisible();
  return dialog;
}

test('GR-02: a member makes a link, a new visitor joins by it as a guest on a desktop and on a phone, and it is revoked', async ({
  browser,
  server,
  client,
}) => {
  const maker = await register(client, 'mira');
  const groupId = await openRoom(client, [maker]);
  const host = await openAs(browser, server, maker, {
    ...desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await host.goto(`/v1/group/${groupId}`);
  const room = (await host.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const dialog = await openInvites(host);
  await dialog.getByLabel('For how many people').selectOption('5 people');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await dialog.getByLabel('Your link').inputValue());

  for (const options of [desktop, phone]) {
    const visitor = await (await browser.newContext({ ...options, baseURL: server.url })).newPage();
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { level: 1, name: room })).toBeVisible();
    await enterAsGuest(visitor);
    await expect(visitor).toHaveURL(new RegExp(`/v1/group/${groupId}$`));
    await expect(visitor.getByRole('heading', { level: 1, name: room })).toBeVisible();
    await visitor.getByLabel('Message', { exact: true }).fill('hello from outside');
    await visitor.keyboard.press('Enter');
    await expect(message(visitor, 'hello from outside').last()).toBeVisible();
    // Who is in already gets in by the link as well.
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'Join the room' }).click();
    await expect(visitor).toHaveURL(new RegExp(`/v1/group/${groupId}$`));
    await visitor.context().close();
  }

  await host.reload();
  const again = await openInvites(host);
  await expect(again.getByText('2 of 5 used')).toBeVisible();
  await again.getByRole('button', { name: /^Revoke/ }).click();
  await host
    .getByRole('dialog', { name: /Revoke/ })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await expect(again.getByText('None yet.')).toBeVisible();
  const late = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'This invitation is not valid any more' })).toBeVisible();
  for (const page of [late, host]) await page.context().close();
});

test('GR-02: without a mouse, a user logs in through an invitation and is in the room', async ({
  browser,
  server,
  client,
}) => {
  const [maker, user] = [await register(client, 'mira'), await register(client, 'tara')];
  const groupId = await openRoom(client, [maker]);
  const params = { id: groupId };
  const made = await client('POST /groupchat/groups/:id/invites', { params, body: { max_uses: 1 } }, maker);
  const page = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await page.goto(made.data.url);
  await expect(page.getByText("You're invited", { exact: true })).toBeVisible();
  await tabTo(page, /^\s*Log in/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/login\\?join=${made.data.code}`));
  await page.reload();
  await tabTo(page, /Username or e-mail/);
  await page.keyboard.type(user.username);
  await tabTo(page, /^\s*Password/);
  await page.keyboard.type('warm chai at dusk');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/v1/group/${groupId}$`));
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await page.context().close();
});

for (const [where, options] of layouts) {
  test(`GR-02: every view of invitations, ${where}, light and dark: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    const [maker, friend] = [await register(client, 'mira'), await register(client, 'tara')];
    const groupId = await openRoom(client, [maker]);
    const params = { id: groupId };
    const body = { target_username: maker.username };
    await client('POST /subscriptions/follow', { query: body }, friend);
    const made = await client('POST /groupchat/groups/:id/invites', { params, body: {} }, maker);
    const personal = { params, body: { username: friend.username } };
    await client('POST /groupchat/groups/:id/invites', personal, maker);

    const visitor = await (await browser.newContext({ ...options, baseURL: server.url })).newPage();
    await visitor.goto(made.data.url);
    await expect(visitor.getByRole('button', { name: 'Enter as a guest' })).toBeVisible();
    await expectAccessible(visitor, 'invitation');
    await visitor.goto('/join/gone');
    await expect(visitor.getByRole('heading', { name: /not valid any more/ })).toBeVisible();
    await expectAccessible(visitor, 'invitation that is gone');
    await visitor.context().close();

    const guestOfHonour = await openAs(browser, server, friend, options);
    await guestOfHonour.goto(made.data.url);
    await expect(guestOfHonour.getByRole('button', { name: 'Join the room' })).toBeVisible();
    await expectAccessible(guestOfHonour, 'invitation with a session');
    await guestOfHonour.context().close();

    const host = await openAs(browser, server, maker, options);
    await host.goto(`/v1/group/${groupId}`);
    const dialog = await openInvites(host);
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog.getByLabel('Your link')).toBeFocused();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(host, 'Invite people');
    await dialog
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await expect(host.getByRole('dialog', { name: /Revoke/ })).toBeVisible();
    await expectAccessible(host, 'Revoke an invitation');
    await host.context().close();
  });
}
