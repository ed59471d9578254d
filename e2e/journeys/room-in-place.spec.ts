import type { Page } from '@playwright/test';
import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import { expectAccessible } from '../accessible.ts';
import {
  desktop,
  enterGuest,
  expect,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { messageInput, openSheet } from '../messages.ts';
import { confirmEmail, sellPlan, subscribeTo } from '../money.ts';
import { chooseInRoomMenu } from '../rooms.ts';

/** Pastes pictures into the input, or drops them on the chat. */
async function givePictures(page: Page, how: 'paste' | 'drop', names: readonly string[]): Promise<void> {
  const bytes = (await halves().png().toBuffer()).toString('base64');
  await messageInput(page).evaluate(
    (input, given) => {
      const picture = Uint8Array.from(atob(given.bytes), (letter) => letter.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      for (const name of given.names) data.items.add(new File([picture], name, { type: 'image/png' }));
      const how = { bubbles: true, cancelable: true };
      const event =
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data });
      input.dispatchEvent(event);
    },
    { bytes, names, how },
  );
}

const header = (page: Page) => page.getByRole('heading', { level: 1 });

test('two people: a room is edited in place, pictures are pasted and dropped, a gift is a line, and a guest is timed out (HM-11 to HM-13)', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const nova = await enterGuest(client, 'nova');
  await confirmEmail(server, client, asha);
  await subscribeTo(client, ravi, await sellPlan(client, asha, { name: 'Front row', amount: 9.99 }));
  const groupId = await openRoom(client, [asha, ravi, nova]);
  const owner = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const guest = await openRoomAs(browser, server, nova, { ...phone, groupId });
  const before = await header(owner).textContent();
  const shown = nova.username.replace('_guest-', '');

  await test.step('by keyboard: Escape leaves the name, an error keeps what was typed, Enter saves', async () => {
    await tabTo(owner, /Edit name, topic and picture/);
    await owner.keyboard.press('Enter');
    const name = owner.getByLabel('Room name');
    await expect(name).toBeFocused();
    await expectAccessible(owner, 'the header while it is edited');
    await name.fill('Not this');
    await owner.keyboard.press('Escape');
    await expect(header(owner)).toHaveText(before ?? '');
    await expect(owner.getByRole('button', { name: 'Edit name, topic and picture' })).toBeFocused();
    await owner.keyboard.press('Enter');
    await name.fill('ab');
    await owner.keyboard.press('Enter');
    await expect(owner.getByText('Use at least 3 characters.')).toBeVisible();
    await expect(name).toHaveValue('ab');
    await name.fill('Rooftop at dusk');
    await owner.getByLabel('Topic', { exact: true }).fill('Chai, then stars');
    await owner.keyboard.press('Enter');
    for (const page of [owner, guest]) await expect(header(page)).toHaveText('Rooftop at dusk');
    await expect(guest.getByRole('button', { name: 'Edit name, topic and picture' })).toHaveCount(0);
  });

  await test.step('one pasted and two dropped pictures are three messages in order, and not covered for their sender', async () => {
    await givePictures(owner, 'paste', ['one.png']);
    await givePictures(owner, 'drop', ['two.png', 'three.png']);
    await messageInput(owner).pressSequentially('the view from here');
    await messageInput(owner).press('Enter');
    const covered = guest
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: 'Show Image' });
    // The decoder is a separate process, which starts with the first picture.
    await expect(covered).toHaveCount(3, { timeout: 45_000 });
    await expect(
      rowOf(guest, 'the view from here').getByRole('button', { name: 'Show Image' }),
    ).toBeVisible();
    await owner.reload();
    const own = owner.getByRole('region', { name: 'Messages' });
    await expect(own.getByRole('button', { name: 'Hide image' })).toHaveCount(3);
    await expect(own.getByRole('button', { name: 'Show Image' })).toHaveCount(0);
  });

  await test.step('a gift is a line for everybody, after a reload too, and nothing unread', async () => {
    await chooseInRoomMenu(owner, 'Send a gift');
    const gift = owner.getByRole('dialog', { name: 'Send a gift' });
    await gift.getByText('Kiss', { exact: true }).click();
    await gift.getByRole('radio', { name: ravi.username }).check();
    await gift.getByRole('button', { name: 'Send for 10 coins' }).click();
    const line = `${asha.username} sent Kiss 💋 to ${ravi.username}`;
    await expect(guest.getByRole('region', { name: 'Messages' }).getByText(line)).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('region', { name: 'Messages' }).getByText(line)).toBeVisible();
    const { data } = await client('GET /inbox', { query: {} }, ravi);
    expect(data.items[0]).toMatchObject({ unread_count: 3, latest_message: { content: line } });
  });

  await test.step('at the message: a timeout for the guest, by the name that people see', async () => {
    await sendMessage(guest, 'LOUD');
    const row = rowOf(owner, 'LOUD');
    await row.hover();
    await row.getByRole('button', { name: /^Options of the message/ }).click();
    await owner.getByRole('menuitem', { name: `Manage ${shown}` }).click();
    const menu = owner.getByRole('menu', { name: `Manage ${shown}` });
    await expect(menu.getByRole('menuitem')).toHaveText(['Timeout', 'Kick', 'Ban']);
    await expect(menu.getByRole('menuitem', { name: 'Timeout' })).toBeFocused();
    await expectAccessible(owner, 'the menu of a member');
    await owner.keyboard.press('Enter');
    const dialog = owner.getByRole('dialog', { name: `Timeout for ${shown}` });
    await expectAccessible(owner, 'the question before a timeout');
    await dialog.getByRole('button', { name: 'Timeout' }).click();
    await expect(guest.getByText(/^You can write again at/)).toBeVisible();
    await expect(owner.getByText('_guest-')).toHaveCount(0);
    await guest.context().close();
  });

  await test.step('the owner on a phone: edited in Group Info, and a kick from the message', async () => {
    const mobile = await openRoomAs(browser, server, asha, { ...phone, groupId });
    await mobile.getByRole('button', { name: 'Edit name, topic and picture' }).tap();
    await expect(mobile.getByLabel('Topic', { exact: true })).toHaveValue('Chai, then stars');
    await expectAccessible(mobile, 'the header while it is edited, on a phone');
    await mobile.getByRole('button', { name: 'Cancel' }).tap();
    const sheet = await openSheet(rowOf(mobile, 'LOUD').getByText('LOUD'));
    await sheet.getByRole('button', { name: `Manage ${shown}` }).tap();
    await mobile.getByRole('menuitem', { name: 'Kick' }).tap();
    const dialog = mobile.getByRole('dialog', { name: `Kick ${shown}?` });
    await expectAccessible(mobile, 'the question before a kick');
    await dialog.getByRole('button', { name: 'Kick' }).tap();
    await expect(
      mobile.getByRole('region', { name: 'Messages' }).getByText(`${shown} was removed by ${asha.username}`),
    ).toBeVisible();
    await mobile.context().close();
  });
  await owner.context().close();
});
