import type { Page } from '@playwright/test';
import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { expect, freshName, openAs, openRoom, openRoomAs, register, sendMessage, test } from '../journey.ts';
import { messageInput } from '../messages.ts';
import { chooseInRoomMenu, openRoomDialog, writeInRoom } from '../rooms.ts';

/** Settings with texts of the greatest length. */
const longest = {
  topic: 'Who saw the meteors last night? '.repeat(7).slice(0, 199),
  rules: 'Be kind, and ask before you share what somebody told you here.\n'.repeat(32).slice(0, 1999),
  category: 'late night' as const,
  languages: ['ml', 'ta', 'en'],
};

/** Closes the open dialog with Escape. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

for (const [where, options] of layouts) {
  test(`GR-01, GR-03 to GR-07: every dialog of a room's creator, ${where}, light and dark: axe finds nothing (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
    const groupId = await openRoom(client, [asha, kavi]);
    const params = { id: groupId };
    const ids = await writeInRoom(server, kavi, groupId, ['the tickets are here', longest.rules]);
    const page = await openRoomAs(browser, server, asha, { ...options, groupId });

    await test.step('the log, and questions about the room', async () => {
      const log = await openRoomDialog(page, 'Room log');
      await expect(log.getByText('Nothing has happened yet')).toBeVisible();
      await expectAccessible(page, 'empty log');
      await leave(page);
      await client(
        'PATCH /groupchat/groups/:id',
        { params, body: { ...longest, name: freshName('W'.repeat(40)) } },
        asha,
      );
      const timeout = { group_id: groupId, username: kavi.username, minutes: 60, reason: 'loud '.repeat(39) };
      await client('POST /groupchat/groups/timeout', { body: timeout }, asha);
      await openRoomDialog(page, 'Room log');
      await expect(log.getByRole('listitem')).toHaveCount(2);
      await expectAccessible(page, 'log');
      await leave(page);
      for (const [entry, title] of [
        ['Leave Group', /^Leave /],
        ['Mute', /^Mute /],
      ] as const) {
        await openRoomDialog(page, entry, title);
        await expectAccessible(page, entry);
        await leave(page);
      }
    });

    await test.step('a timeout, and handing the room over', async () => {
      const manage = await openRoomDialog(page, 'Manage Group');
      await manage.getByLabel('Action').selectOption('Timeout');
      await manage.getByLabel('How long').selectOption('Other…');
      await manage.getByRole('button', { name: 'Timeout', exact: true }).click();
      await expect(manage.getByText('Type whole minutes')).toBeVisible();
      await expectAccessible(page, 'timeout');
      await manage.getByRole('button', { name: 'Hand this group over' }).click();
      const transfer = page.getByRole('dialog', { name: /^Hand / });
      await transfer.getByRole('button', { name: 'Hand over' }).click();
      await expect(transfer.getByText('Type the room’s name to confirm')).toBeVisible();
      await expectAccessible(page, 'handing over');
      await leave(page);
    });

    await test.step('pins', async () => {
      for (const message_id of ids)
        await client(
          'POST /groupchat/groups/:id/pins/:message_id',
          { params: { ...params, message_id } },
          asha,
        );
      await page.getByRole('button', { name: '2 pinned' }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
      await expectAccessible(page, 'pins');
      await leave(page);
      await expectAccessible(page, 'the bar of pins');
    });

    await test.step('settings', async () => {
      const settings = await openRoomDialog(page, 'Room settings');
      await settings.getByLabel('Room name').fill('x');
      await settings.getByRole('button', { name: 'Save' }).click();
      await expect(settings.getByText('Use at least 3 characters.')).toBeVisible();
      await expectAccessible(page, 'settings');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
      await expectAccessible(page, 'settings that are not saved');
    });
    await page.context().close();
  });

  test(`GR-01, GR-03, GR-08: what members and visitors see of a room, ${where}, light and dark: axe finds nothing (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
    const groupId = await openRoom(client, [asha, kavi]);
    const body = { ...longest, slow_mode_s: 300 };
    await client('PATCH /groupchat/groups/:id', { params: { id: groupId }, body }, asha);
    let page = await openRoomAs(browser, server, kavi, { ...options, groupId });

    await test.step('the input in slow mode and in a timeout', async () => {
      await sendMessage(page, `hello @${asha.username}`);
      await expect(page.getByText(/^You can write again in /).first()).toBeVisible();
      await messageInput(page).fill('one more thing');
      await messageInput(page).press('Enter');
      await expect(page.getByText('Slow mode is on.')).toBeVisible();
      await expectAccessible(page, 'slow mode');
      const timeout = { group_id: groupId, username: kavi.username, minutes: 60, reason: 'loud '.repeat(39) };
      await client('POST /groupchat/groups/timeout', { body: timeout }, asha);
      await expect(page.getByText(/^The reason: loud/)).toBeVisible();
      await expectAccessible(page, 'a timeout');
    });

    await test.step('the facts of a room, private and muted', async () => {
      await client(
        'PATCH /groupchat/groups/:id',
        { params: { id: groupId }, body: { visibility: 'private' } },
        asha,
      );
      await client('POST /conversations/mute', { body: { group_id: groupId } }, kavi);
      await chooseInRoomMenu(page, 'Group Info');
      await page.getByText('Rules of this room').click();
      await expect(page.getByText('Private: only its members know about it.')).toBeVisible();
      await expectAccessible(page, 'the facts of a private room');
    });

    // Without the room that was open before.
    await page.context().close();
    page = await openAs(browser, server, kavi, options);
    await test.step('the list with its filters', async () => {
      await writeInRoom(server, asha, groupId, [`lunch for @${kavi.username} too?`]);
      await page.goto('/v1?list=rooms&category=late+night&language=ml');
      const found = page.getByRole('list', { name: 'Rooms found' });
      await expect(found.getByText('1 unread mention').first()).toBeAttached();
      await expectAccessible(page, 'found rooms');
      await page.getByLabel('Language').selectOption('Swahili');
      await expect(page.getByText('No room like that')).toBeVisible();
      await expectAccessible(page, 'no rooms found');
    });

    await test.step('a room of others, and a new one with every field', async () => {
      const otherId = await openRoom(client, [asha]);
      await client('PATCH /groupchat/groups/:id', { params: { id: otherId }, body: longest }, asha);
      await page.goto(`/v1/group/${otherId}`);
      await page.getByText('About this room').click();
      await expect(page.getByText('Rules of this room')).toBeVisible();
      await expectAccessible(page, 'a room of others');
      await page.goto('/v1/group/create');
      await page.getByText('More about your room (optional)').click();
      const buffer = await halves(400, 400).png().toBuffer();
      await page
        .getByLabel('Picture of the room')
        .setInputFiles({ name: 'rooftop.png', mimeType: 'image/png', buffer });
      await page.getByLabel('Topic').fill(longest.topic);
      await page.getByLabel(/^Languages/).selectOption('Malayalam');
      await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible({ timeout: 45_000 });
      await page.getByRole('button', { name: 'Create room' }).click();
      await expect(page.getByText('Use at least 3 characters.')).toBeVisible();
      await expectAccessible(page, 'a new room');
    });
    await page.context().close();
  });
}
