import type { Locator, Page } from '@playwright/test';
import {
  desktop,
  enterGuest,
  expect,
  message,
  openAs,
  openRoom,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';
import { chooseAction } from '../messages.ts';
import { chooseInRoomMenu } from '../rooms.ts';

/** Records everything that the page receives: frames of its sockets and bodies of its responses. */
function listen(page: Page): { received: () => string } {
  const parts: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void parts.push(String(payload))),
  );
  page.on('response', (response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return;
    response.text().then(
      (text) => void parts.push(text),
      () => undefined,
    );
  });
  return { received: () => parts.join('\n') };
}

const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true }).first();

/** Fills in Manage Group and submits it. */
async function manage(page: Page, action: string, username: string, permissions: readonly RegExp[] = []) {
  await chooseInRoomMenu(page, 'Manage Group');
  const dialog = page.getByRole('dialog', { name: 'Manage Group' });
  await dialog.getByLabel('Action').selectOption({ label: action });
  await dialog.getByLabel('Username').fill(username);
  for (const permission of permissions) await dialog.getByLabel(permission).check();
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('four users in a room: grants, whisper, kick, ban, unban, report, delete (GC, GM, R-07)', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [asha, kavi, meena] = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'meena'),
  ];
  const noor = await enterGuest(client, 'noor');
  const groupId = await openRoom(client, [asha, kavi, meena, noor]);
  const creator = await openAs(browser, server, asha, desktop);
  const kicker = await openAs(browser, server, kavi, desktop);
  const member = await openAs(browser, server, meena, phone);
  const guest = await openAs(browser, server, noor, desktop);
  const pages = [creator, kicker, member, guest];
  const listeners = new Map(pages.map((page) => [page, listen(page)]));
  for (const page of pages) {
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  }

  await test.step('GM-21, GM-28: a grant takes effect at once, without a reload', async () => {
    await kicker.getByRole('button', { name: 'Group actions' }).click();
    await expect(kicker.getByRole('menuitem', { name: 'Leave Group' })).toBeVisible();
    await expect(kicker.getByRole('menuitem', { name: 'Manage Group' })).toHaveCount(0);
    await kicker.keyboard.press('Escape');
    await manage(creator, 'Grant permissions', kavi.username, [/can_kick/]);
    await expect(toast(creator, 'Permissions granted successfully')).toBeVisible();
    await kicker.getByRole('button', { name: 'Group actions' }).click();
    await kicker.getByRole('menuitem', { name: 'Manage Group' }).click();
    const action = kicker.getByRole('dialog').getByLabel('Action');
    await expect(action.locator('option', { hasText: 'Kick' })).toHaveCount(1);
    await expect(action.locator('option', { hasText: /Ban|Grant/ })).toHaveCount(0);
    await kicker.keyboard.press('Escape');
  });

  await test.step('GM-17: the server refuses an action without a grant as well', async () => {
    const body = { group_id: groupId, username: meena.username };
    const ban = await client('POST /groupchat/groups/ban', { body }, kavi);
    expect(ban.status).toBe(403);
    expect(ban.error.detail).toMatch(/^Not authorized/);
    expect(
      (await client('GET /groups/:id/banned-users', { params: { id: groupId }, query: {} }, kavi)).status,
    ).toBe(403);
  });

  await test.step('X-35: a whisper reaches only its recipients', async () => {
    await sendMessage(guest, `@${asha.username} velvet-umbrella`);
    await expect(message(creator, `@${asha.username} velvet-umbrella`)).toBeVisible();
    await sendMessage(creator, 'has everybody eaten?');
    for (const page of [kicker, member]) {
      await expect(message(page, 'has everybody eaten?')).toBeVisible();
      await page.reload();
      await expect(message(page, 'has everybody eaten?')).toBeVisible();
      expect(listeners.get(page)?.received()).toContain('has everybody eaten?');
      expect(listeners.get(page)?.received()).not.toContain('velvet-umbrella');
    }
  });

  await test.step('GM-26, GC-39: a kick closes the chat, and the user may join again', async () => {
    await manage(kicker, 'Kick', meena.username);
    await expect(toast(member, 'You have been kicked from the group.')).toBeVisible();
    await expect(member.getByLabel('Message', { exact: true })).toBeHidden();
    await member.goto(`/v1/group/${groupId}`);
    await expect(
      member.getByText("You're not part of this group yet. Join to start chatting!"),
    ).toBeVisible();
    await member.getByRole('button', { name: 'Join Group' }).click();
    await expect(message(member, 'has everybody eaten?')).toBeVisible();
  });

  await test.step('GM-27, GC-39, R-07: a ban closes the chat and prevents joining', async () => {
    await manage(creator, 'Ban', noor.username);
    await expect(toast(guest, 'You have been banned from the group.')).toBeVisible();
    await guest.goto(`/v1/group/${groupId}`);
    await expect(guest.getByText('You are banned from this group')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Join Group' })).toHaveCount(0);
    await sendMessage(creator, 'after-the-ban');
    await expect(message(kicker, 'after-the-ban')).toBeVisible();
    expect(listeners.get(guest)?.received()).not.toContain('after-the-ban');
  });

  await test.step('GM-11, GM-25: the creator lifts the ban in the Banned tab', async () => {
    await creator.getByRole('tab', { name: 'Banned' }).click();
    await creator.getByRole('button', { name: /^Unban/ }).click();
    await creator.getByRole('dialog').getByRole('button', { name: 'Unban' }).click();
    await expect(creator.getByText('Nobody is banned')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Join Group' })).toBeVisible();
    await guest.getByRole('button', { name: 'Join Group' }).click();
    await expect(message(guest, 'after-the-ban')).toBeVisible();
  });

  await test.step('GC-71, GC-73, GM-22: a member deletes their own message, a moderator any', async () => {
    await sendMessage(member, 'oh I did not mean that');
    await expect(message(creator, 'oh I did not mean that')).toBeVisible();
    await chooseAction(rowOf(creator, 'has everybody eaten?'), 'Delete');
    await creator.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(creator, 'Message deleted successfully')).toBeVisible();
    await chooseAction(rowOf(kicker, 'oh I did not mean that'), 'Delete');
    await kicker.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    for (const page of pages) {
      await expect(message(page, 'oh I did not mean that')).toHaveCount(0);
      await expect(message(page, 'has everybody eaten?')).toHaveCount(0);
    }
  });

  await test.step('RP-02, RP-05, RP-09: a guest reports a message', async () => {
    await chooseAction(rowOf(guest, 'after-the-ban'), 'Report');
    const dialog = guest.getByRole('dialog');
    await dialog.getByLabel('What happened?').fill('too short');
    await expect(dialog.getByRole('button', { name: 'Report', exact: true })).toBeDisabled();
    await dialog.getByLabel('What happened?').fill('it speaks about me behind my back');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(toast(guest, 'User reported successfully')).toBeVisible();
  });

  await test.step('GC-72, GC-74: the creator deletes everything', async () => {
    await chooseInRoomMenu(creator, 'Delete all messages');
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: /delete/i })
      .last()
      .click();
    await expect(toast(creator, 'All messages deleted successfully')).toBeVisible();
    for (const page of pages) await expect(message(page, 'after-the-ban')).toHaveCount(0);
  });

  await test.step('GM-29, GC-40: the group is deleted, on every open page', async () => {
    await chooseInRoomMenu(creator, 'Delete Group');
    await creator
      .getByRole('dialog')
      .getByRole('button', { name: /delete/i })
      .last()
      .click();
    // At once, because the text goes by itself.
    await Promise.all(pages.map((page) => expect(toast(page, 'This group has been deleted.')).toBeVisible()));
    for (const page of pages) await expect(page).toHaveURL(/\/v1$/);
    await guest.goto(`/v1/group/${groupId}`);
    await expect(guest.getByText(`Group "${groupId}" not found`)).toBeVisible();
  });
  for (const page of pages) await page.context().close();
});
