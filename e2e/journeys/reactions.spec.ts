import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import {
  desktop,
  expect,
  message,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
  makeKnown,
} from '../journey.ts';

const chip = (page: Page, text: string, label: string | RegExp): Locator =>
  rowOf(page, text).getByRole('group', { name: 'Reactions' }).getByRole('button', { name: label });

/** Opens the bar from the menu of a message and presses an emoji. */
async function react(page: Page, text: string, emoji: string): Promise<void> {
  const row = rowOf(page, text);
  await row.hover();
  await row.getByRole('button', { name: /^Options of the message/ }).click();
  await page.getByRole('menuitem', { name: 'React', exact: true }).click();
  await page.getByRole('toolbar', { name: 'React' }).getByRole('button', { name: emoji }).click();
}

test('two users react to a message in a room, on a desktop and on a phone (RX-01 to RX-05)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const second = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  await sendMessage(first, 'who is up for chai?');
  await expect(message(second, 'who is up for chai?')).toBeVisible();

  await react(second, 'who is up for chai?', '👍');
  await expect(chip(second, 'who is up for chai?', '👍 1, you')).toHaveAttribute('aria-pressed', 'true');
  const seen = chip(first, 'who is up for chai?', `👍 1, ${kavi.username}`);
  await expect(seen).toHaveAttribute('aria-pressed', 'false');

  await seen.click();
  await expect(chip(second, 'who is up for chai?', `👍 2, you, ${asha.username}`)).toBeVisible();
  await expectAccessible(first, 'a message with reactions');
  await expectAccessible(second, 'a message with reactions');

  await test.step('who reacted', async () => {
    const row = rowOf(first, 'who is up for chai?');
    await row.hover();
    await row.getByRole('button', { name: /^Options of the message/ }).click();
    await first.getByRole('menuitem', { name: 'Who reacted' }).click();
    const dialog = first.getByRole('dialog', { name: 'Who reacted' });
    await expect(dialog.getByRole('listitem')).toHaveText([
      new RegExp(asha.username),
      new RegExp(kavi.username),
    ]);
    await expectAccessible(first, 'a message with reactions');
    await first.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a reaction that was missed is there after the reconnect', async () => {
    await second.context().setOffline(true);
    await chip(first, 'who is up for chai?', /^👍/).click();
    await react(first, 'who is up for chai?', '❤️');
    await second.context().setOffline(false);
    await expect(chip(second, 'who is up for chai?', `❤️ 1, ${asha.username}`)).toBeVisible({
      timeout: 30_000,
    });
    await expect(chip(second, 'who is up for chai?', '👍 1, you')).toBeVisible();
  });

  await test.step('a deleted message has none', async () => {
    const row = rowOf(first, 'who is up for chai?');
    await row.hover();
    await row.getByRole('button', { name: /^Options of the message/ }).click();
    await first.getByRole('menuitem', { name: 'Delete' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(second.getByRole('group', { name: 'Reactions' })).toHaveCount(0);
  });
});

test('reactions in a private chat, by keyboard alone (RX-03)', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const [first, second] = [
    await openAs(browser, server, asha, desktop),
    await openAs(browser, server, kavi, desktop),
  ];
  await first.goto(`/v1/chat/${kavi.username}`);
  await second.goto(`/v1/chat/${asha.username}`);
  await sendMessage(first, 'home safe');
  await expect(message(second, 'home safe')).toBeVisible();
  await rowOf(second, 'home safe')
    .getByRole('button', { name: /^Options of the message/ })
    .focus();
  await second.keyboard.press('Enter');
  await second.getByRole('menuitem', { name: 'React', exact: true }).focus();
  await second.keyboard.press('Enter');
  await expect(second.getByRole('toolbar', { name: 'React' })).toBeVisible();
  await second.keyboard.press('ArrowRight');
  await second.keyboard.press('Enter');
  await expect(chip(second, 'home safe', '❤️ 1, you')).toBeVisible();
  await expect(chip(first, 'home safe', `❤️ 1, ${kavi.username}`)).toBeVisible();
  await expectAccessible(second, 'a message with reactions');
  await chip(second, 'home safe', '❤️ 1, you').focus();
  await second.keyboard.press('Enter');
  await expect(first.getByRole('group', { name: 'Reactions' })).toHaveCount(0);
});
