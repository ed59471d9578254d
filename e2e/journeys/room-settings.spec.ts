import type { Locator } from '@playwright/test';
import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import {
  desktop,
  expect,
  freshName,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  test,
} from '../journey.ts';
import { tabInto, tabTo } from '../keyboard.ts';
import { messageInput } from '../messages.ts';
import { cardOf, openRoomDialog, writeInRoom } from '../rooms.ts';

/** Saves the open settings and waits until they are stored. */
async function save(settings: Locator): Promise<void> {
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
}

test('GR-01, GR-08: the creator changes every setting, and a member sees the changes without a reload', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const creator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const member = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  await member.getByRole('tablist', { name: 'Group' }).getByRole('tab', { name: 'Group Info' }).tap();
  const about = member.getByRole('region', { name: 'About this room' });
  await expect(about).toBeVisible();
  await expect(about.getByRole('list')).toHaveCount(0);

  const settings = await openRoomDialog(creator, 'Room settings');
  const buffer = await halves(400, 400).png().toBuffer();
  await settings
    .getByLabel('Picture of the room')
    .setInputFiles({ name: 'rooftop.png', mimeType: 'image/png', buffer });
  await settings.getByLabel('Topic').fill('Meteors from ten o’clock');
  await settings.getByLabel('Rules').fill('Be kind.\nNo torches.');
  await settings.getByLabel('Category').selectOption('Late night');
  await settings.getByLabel(/^Languages/).selectOption('Malayalam');
  await settings.getByLabel('Slow mode').selectOption('10 seconds');
  // The picture is uploaded before it can be saved; the decoder starts with the first one.
  await expect(settings.getByRole('button', { name: 'Remove picture' })).toBeVisible({ timeout: 45_000 });
  await save(settings);

  await expect(about.getByText('Meteors from ten o’clock')).toBeVisible();
  for (const tag of ['Late night', 'Malayalam'])
    await expect(about.getByRole('listitem').filter({ hasText: tag })).toBeVisible();
  await expect(about.getByText('Slow mode: one message every 10 seconds.')).toBeVisible();
  await expect(about.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expect(about.locator('img')).toHaveJSProperty('complete', true);
  await about.getByText('Rules of this room').tap();
  await expect(about.getByText('No torches.')).toBeVisible();
  // Who may not change the settings does not see the entry.
  await member.getByRole('button', { name: 'Group actions' }).tap();
  await expect(member.getByRole('menuitem', { name: 'Mute' })).toBeVisible();
  await expect(member.getByRole('menuitem', { name: 'Room settings' })).toHaveCount(0);
  for (const page of [creator, member]) await page.context().close();
});

test('GR-01: a private room exists for its members only; public again, it needs a free name, and an error loses nothing', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi, meera] = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'meera'),
  ];
  const groupId = await openRoom(client, [asha, kavi]);
  const creator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const member = await openRoomAs(browser, server, kavi, { ...desktop, groupId });
  const name = (await creator.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const other = await openAs(browser, server, meera, desktop);
  await other.goto('/v1');
  const search = other.getByRole('searchbox', { name: 'Search rooms' });
  await search.fill(name);
  await expect(cardOf(other, groupId)).toBeVisible();

  await test.step('others lose it, and get the same answer as for a room that never was', async () => {
    const settings = await openRoomDialog(creator, 'Room settings');
    await settings.getByRole('radio', { name: 'Private' }).check();
    await save(settings);
    await expect(member.getByRole('img', { name: 'Private room' })).toBeVisible();
    await other.reload();
    await search.fill(name);
    await expect(other.getByText('No room like that')).toBeVisible();
    await expect(cardOf(other, groupId)).toHaveCount(0);
    const views: string[] = [];
    for (const id of [groupId, 'f'.repeat(24)]) {
      await other.goto(`/v1/group/${id}`);
      await expect(other.getByRole('heading', { level: 1, name: `Group "${id}" not found` })).toBeVisible();
      const view = other.getByRole('link', { name: 'Back to the chats' }).locator('..');
      views.push((await view.innerText()).replace(id, 'ID'));
    }
    expect(views[0]).toBe(views[1]);
  });

  await test.step('its name is taken meanwhile', async () => {
    await client('POST /groupchat/groups/create', { body: { name } }, meera);
    const settings = await openRoomDialog(creator, 'Room settings');
    await settings.getByLabel('Topic').fill('Everybody is welcome again');
    await settings.getByRole('radio', { name: 'Public' }).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('Group name already exists')).toBeVisible();
    await expect(settings.getByLabel('Room name')).toBeFocused();
    await expect(settings.getByLabel('Topic')).toHaveValue('Everybody is welcome again');
    await expect(settings.getByRole('radio', { name: 'Public' })).toBeChecked();
    await creator.keyboard.press('Escape');
    await creator.getByRole('button', { name: 'Keep editing' }).click();
    const free = freshName('Rooftop ');
    await settings.getByLabel('Room name').fill(free);
    await save(settings);
    await expect(member.getByRole('heading', { level: 1, name: free })).toBeVisible();
    await expect(member.getByRole('img', { name: 'Private room' })).toHaveCount(0);
    await other.goto(`/v1/group/${groupId}`);
    await expect(other.getByText('Everybody is welcome again')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Join Group' })).toBeVisible();
  });
  for (const page of [creator, member, other]) await page.context().close();
});

test('GR-01, GR-04: without a mouse, a moderator changes the topic and pins a message', async ({
  browser,
  server,
  client,
}) => {
  const asha = await register(client, 'asha');
  const groupId = await openRoom(client, [asha]);
  await writeInRoom(server, asha, groupId, ['tickets are at the gate']);
  const page = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  await expect(rowOf(page, 'tickets are at the gate')).toBeVisible();
  await expect(messageInput(page)).toBeFocused();
  await tabTo(page, /^Group actions/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Group Info' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('menuitem', { name: 'Room settings' })).toBeFocused();
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Room settings' });
  await expect(settings.getByLabel('Room name')).toBeFocused();
  await tabTo(page, /^\s*Topic/);
  await page.keyboard.type('Saturday at the ground');
  await page.keyboard.press('Enter');
  await expect(settings).toBeHidden();
  await expect(page.getByRole('button', { name: 'Group actions' })).toBeFocused();
  await expect(page.getByTitle('Saturday at the ground')).toBeVisible();

  await tabInto(page.getByRole('region', { name: 'Messages' }));
  await page.keyboard.press('End');
  await expect(rowOf(page, 'tickets are at the gate')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('p');
  await expect(page.getByRole('menuitem', { name: 'Pin', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Pinned messages' })).toContainText(
    'tickets are at the gate',
  );
  await expect(rowOf(page, 'tickets are at the gate')).toBeFocused();
  await page.context().close();
});
