import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import {
  chipsOf,
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
  withMotion,
} from '../journey.ts';
import { longPress, middleOf } from '../messages.ts';

test.use(withMotion);

const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('the messages of a room by keyboard alone (RX-06)', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const page = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  for (const text of ['first of all', 'then chai', 'and samosas']) await sendMessage(page, text);
  await expect(rowOf(page, 'and samosas').getByLabel('Sent')).toBeVisible();

  await page.getByLabel('Message', { exact: true }).focus();
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    expect(await focusedLabel(page)).toContain('You: and samosas');
  }).toPass();
  await page.keyboard.press('ArrowUp');
  expect(await focusedLabel(page)).toMatch(/^You: then chai, /);
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'then chai')).toBeFocused();

  await test.step('+ reacts, and the focus returns to the message', async () => {
    await page.keyboard.press('+');
    await expect(page.getByRole('toolbar', { name: 'React' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(chipsOf(page, 'then chai')).toHaveAccessibleName('❤️ 1, you');
    await expect(rowOf(page, 'then chai')).toBeFocused();
    expect(await focusedLabel(page)).toMatch(/, reactions: ❤️ 1$/);
  });

  await test.step('Enter opens the actions, Escape returns to the message and then to the input', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'React', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'then chai')).toBeFocused();
    await expectAccessible(page, 'a room with a focused message');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  });

  await test.step('a double click gives a heart, and hovering says who', async () => {
    await message(page, 'first of all').dblclick();
    await expect(chipsOf(page, 'first of all')).toHaveAccessibleName('❤️ 1, you');
    await chipsOf(page, 'first of all').hover();
    await expect(page.getByText('You', { exact: true })).toBeVisible();
  });
});

test('arrow keys walk through a long history (RX-06)', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const page = await openAs(browser, server, asha, desktop);
  await page.goto(`/v1/chat/${kavi.username}`);
  for (let n = 1; n <= 40; n += 1) await sendMessage(page, `line ${n}`);
  await expect(rowOf(page, 'line 40').getByLabel('Sent')).toBeVisible();
  await rowOf(page, 'line 40').focus();
  for (let n = 39; n >= 1; n -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(rowOf(page, `line ${n}`)).toBeFocused();
    await expect(message(page, `line ${n}`)).toBeInViewport();
  }
  await page.keyboard.press('End');
  await expect(rowOf(page, 'line 40')).toBeFocused();
  await expect(message(page, 'line 40')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(message(page, 'line 1')).toBeInViewport();
  // The message that has the focus stays, also when it is scrolled away.
  await page
    .getByRole('region', { name: 'Messages' })
    .evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await expect(message(page, 'line 40')).toBeInViewport();
  await expect(rowOf(page, 'line 1')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(message(page, 'line 2')).toBeInViewport();
});

test('a long press and a double tap on a phone (RX-06)', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const second = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  await sendMessage(first, 'who is up for chai?');
  await expect(message(second, 'who is up for chai?')).toBeVisible();
  const sheet = second.getByRole('dialog', { name: `Message from ${asha.username}` });
  const press = () => longPress(message(second, 'who is up for chai?'), () => expect(sheet).toBeVisible());

  await test.step('a long press opens emoji and actions, and selects no text', async () => {
    await press();
    await expect(sheet).toBeVisible();
    expect(await second.evaluate(() => getSelection()?.toString())).toBe('');
    await expect(sheet.getByRole('toolbar', { name: 'React' }).getByRole('button')).toHaveCount(7);
    await expect(sheet.getByRole('listitem')).toContainText(['Copy text', 'Report']);
    await expectAccessible(second, 'the sheet of a message');
    await second.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(rowOf(second, 'who is up for chai?')).toBeFocused();
  });

  await test.step('an emoji of the sheet, and one of the picker', async () => {
    await press();
    await sheet.getByRole('button', { name: '😂' }).tap();
    await expect(sheet).toBeHidden();
    await expect(chipsOf(first, 'who is up for chai?')).toHaveAccessibleName(`😂 1, ${kavi.username}`);
    await press();
    await sheet.getByRole('button', { name: 'More emoji' }).tap();
    await sheet.getByRole('searchbox', { name: 'Search emoji' }).fill('fire');
    await sheet.getByRole('gridcell', { name: 'Fire', exact: true }).tap();
    await expect(chipsOf(second, 'who is up for chai?')).toHaveCount(2);
  });

  await test.step('Back closes the sheet', async () => {
    await press();
    await second.goBack();
    await expect(sheet).toBeHidden();
    await expect(message(second, 'who is up for chai?')).toBeVisible();
  });

  await test.step('a double tap gives a heart', async () => {
    const { x, y } = await middleOf(message(second, 'who is up for chai?'));
    await second.touchscreen.tap(x, y);
    await second.touchscreen.tap(x, y);
    await expect(chipsOf(second, 'who is up for chai?')).toHaveCount(3);
    await expect(chipsOf(first, 'who is up for chai?').last()).toHaveAccessibleName(`❤️ 1, ${kavi.username}`);
  });
});

test('a reaction made offline is sent after a reload (RX-06)', async ({ browser, server, client }) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const second = await openRoomAs(browser, server, kavi, { ...desktop, groupId });
  await sendMessage(first, 'home safe');
  await expect(message(second, 'home safe')).toBeVisible();
  // What reacts to presses is loaded after the messages; these pages keep no files.
  await second.waitForLoadState('networkidle');
  await second.context().setOffline(true);
  await message(second, 'home safe').dblclick();
  await expect(chipsOf(second, 'home safe')).toHaveAccessibleName('❤️ 1, you');
  await expect(chipsOf(first, 'home safe')).toHaveCount(0);
  // While offline, the page cannot be loaded again: its requests fail instead.
  await second.route('**/messages/*/reactions', (route) => route.abort());
  await second.context().setOffline(false);
  await second.reload();
  await expect(chipsOf(second, 'home safe')).toHaveAccessibleName('❤️ 1, you');
  await second.unroute('**/messages/*/reactions');
  await expect(chipsOf(first, 'home safe')).toHaveAccessibleName(`❤️ 1, ${kavi.username}`, {
    timeout: 30_000,
  });
});
