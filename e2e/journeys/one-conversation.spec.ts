import type { Browser, Locator, Page } from '@playwright/test';
import { rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import type { Client } from '../../server/src/test/client.ts';
import { expectAccessible } from '../accessible.ts';
import {
  chipsOf,
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
import { tabInto, tabTo } from '../keyboard.ts';
import { chooseAction, messageInput, openSheet } from '../messages.ts';
import { withMicrophone } from '../launch-options.ts';
import type { Server } from '../server.ts';

test.use({ launchOptions: withMicrophone });

/** Delay of each request of the third person, in ms. */
const LATENCY_MS = 400;

/** Opens a room over a slow network. */
async function openSlowly(
  browser: Browser,
  server: Server,
  account: { username: string; token: string },
  groupId: string,
): Promise<Page> {
  const page = await openAs(browser, server, account, desktop);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto(`/v1/group/${groupId}`);
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  return page;
}

type Setting = { browser: Browser; server: Server; client: Client };

/** A room of three people: Asha with a mouse, Kavi on a dark phone, and Meera with keys alone over a slow network. */
async function openConversation({ browser, server, client }: Setting) {
  const asha = await register(client, 'asha');
  const kavi = await register(client, 'kavi');
  const meera = await register(client, 'meera');
  await makeKnown(client, asha, kavi, meera);
  const groupId = await openRoom(client, [asha, kavi, meera]);
  const [withMouse, onPhone, withKeys] = await Promise.all([
    openRoomAs(browser, server, asha, { ...desktop, groupId }),
    openRoomAs(browser, server, kavi, {
      ...phone,
      colorScheme: 'dark',
      permissions: ['microphone'],
      groupId,
    }),
    openSlowly(browser, server, meera, groupId),
  ]);
  return { asha, kavi, meera, groupId, withMouse, onPhone, withKeys };
}

/** The messages with an image that is still covered. */
const coveredImage = (page: Page): Locator =>
  page.getByRole('listitem').getByRole('button', { name: 'Show Image' });

/** Moves the focus to the input by keys, and types. */
async function typeByKeys(page: Page, text: string): Promise<void> {
  await tabTo(page, /^Message\b/);
  await page.keyboard.type(text);
}

test('three people: a photo and its reply, reactions, an edit, a mention (RX-01 to RX-06, RY-01, ED-02, MN-03)', async ({
  browser,
  server,
  client,
}) => {
  const { kavi, withMouse, onPhone, withKeys, groupId } = await openConversation({ browser, server, client });
  const everybody = [withMouse, onPhone, withKeys];

  await test.step('a photo, answered from the phone', async () => {
    await withMouse.getByRole('button', { name: 'Add image' }).click();
    const dialog = withMouse.getByRole('dialog', { name: 'Add Image to Message' });
    await dialog.getByRole('tab', { name: 'File' }).click();
    await dialog.getByLabel('Image file').setInputFiles({
      name: 'terrace.jpg',
      mimeType: 'image/jpeg',
      buffer: await rotatedWithLocation().jpeg().toBuffer(),
    });
    const add = dialog.getByRole('button', { name: 'Add image', exact: true });
    // The decoder is a separate process, which starts with the first picture.
    await expect(add).toBeEnabled({ timeout: 45_000 });
    await add.click();
    await messageInput(withMouse).press('Enter');
    const sheet = await openSheet(coveredImage(onPhone));
    await sheet.getByRole('button', { name: 'Reply' }).tap();
    await sendMessage(onPhone, 'is that the new lamp?');
    for (const page of everybody) await expect(rowOf(page, 'is that the new lamp?')).toContainText('Photo');
    await coveredImage(onPhone).tap();
    await expect(onPhone.getByRole('img', { name: /^Image from/ })).toBeVisible();
  });

  await test.step('each reacts, and each sees the number', async () => {
    await sendMessage(withMouse, 'who brings samosas?');
    await expect(message(withKeys, 'who brings samosas?')).toBeVisible();
    // Any message of the list is reached by Tab, and the newest one from there.
    await tabInto(withKeys.getByRole('region', { name: 'Messages' }));
    await withKeys.keyboard.press('End');
    await expect(rowOf(withKeys, 'who brings samosas?')).toBeFocused();
    await withKeys.keyboard.press('+');
    await expect(withKeys.getByRole('toolbar', { name: 'React' })).toBeVisible();
    await withKeys.keyboard.press('Enter');
    const sheet = await openSheet(message(onPhone, 'who brings samosas?'));
    await sheet.getByRole('button', { name: '👍' }).tap();
    await expect(chipsOf(withMouse, 'who brings samosas?')).toHaveAccessibleName(/^👍 2/);
    await chipsOf(withMouse, 'who brings samosas?').click();
    for (const page of everybody) {
      await expect(chipsOf(page, 'who brings samosas?')).toHaveAccessibleName(/^👍 3, you/);
      await expect(chipsOf(page, 'who brings samosas?')).toHaveAttribute('aria-pressed', 'true');
    }
  });

  await test.step('an edit keeps the reactions', async () => {
    await chooseAction(rowOf(withMouse, 'who brings samosas?'), 'Edit');
    await expect(messageInput(withMouse)).toHaveValue('who brings samosas?');
    await messageInput(withMouse).fill('who brings pakoras?');
    await withMouse.keyboard.press('Enter');
    for (const page of everybody) {
      await expect(message(page, 'who brings samosas?')).toHaveCount(0);
      await expect(rowOf(page, 'who brings pakoras?')).toContainText('edited');
      await expect(chipsOf(page, 'who brings pakoras?')).toHaveAccessibleName(/^👍 3/);
    }
  });

  await test.step('a mention while away: a badge, and the way to it', async () => {
    await onPhone.getByRole('link', { name: 'Back to the chats' }).tap();
    const room = onPhone
      .getByRole('listitem')
      .filter({ has: onPhone.locator(`a[href="/v1/group/${groupId}"]`) });
    await expect(room.first()).toBeVisible();
    const text = `the lamp is from @${kavi.username} of course`;
    await sendMessage(withMouse, text);
    await sendMessage(
      withMouse,
      Array.from({ length: 40 }, (_none, n) => `line ${n} of the shopping`).join('\n'),
    );
    await expect(room.first()).toContainText('1 unread mention');
    await expect(onPhone.getByRole('tab', { name: 'History @ 1' })).toBeVisible();
    await expectAccessible(onPhone, 'a list with a mention');
    await room.first().getByRole('link').tap();
    const jump = onPhone.getByRole('button', { name: 'Jump to mention (1)' });
    await expect(jump).toBeVisible();
    await jump.tap();
    await expect(onPhone.locator('mark')).toBeInViewport();
    await expect(onPhone.locator('mark')).toHaveText(`@${kavi.username}`);
    await expect(jump).toHaveCount(0);
  });

  await expectAccessible(withMouse, 'the conversation with a mouse');
  await expectAccessible(onPhone, 'the conversation on a phone');
  await expectAccessible(withKeys, 'the conversation by keys');
});

test('three people: a whisper made public, a voice message, a forwarded message, a search (MN-02, VM-02, FT-06, SR-02, SR-03)', async ({
  browser,
  server,
  client,
}) => {
  const { asha, kavi, meera, withMouse, onPhone, withKeys } = await openConversation({
    browser,
    server,
    client,
  });
  const words = `@${asha.username} could you bring chai?`;

  await test.step('Alt+W makes a whisper public before it is sent', async () => {
    await typeByKeys(withKeys, words);
    await expect(withKeys.getByRole('button', { name: `Only you and ${asha.username}` })).toBeVisible();
    await withKeys.keyboard.press('Alt+w');
    await expect(withKeys.getByRole('button', { name: 'Everybody' })).toBeVisible();
    await withKeys.keyboard.press('Enter');
    await expect(
      onPhone.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: words }),
    ).toBeVisible();
    await expect(withMouse.locator('mark')).toHaveText(`@${asha.username}`);
    await expect(withMouse.getByText(/^only you and/)).toHaveCount(0);
  });

  await test.step('a voice message of the phone, heard on the desktop', async () => {
    await onPhone.getByRole('button', { name: 'Record a voice message' }).tap();
    await expect(onPhone.getByRole('timer', { name: 'Recording' })).toHaveText('0:01');
    await onPhone.getByRole('button', { name: 'Stop recording' }).tap();
    await expect(onPhone.getByRole('button', { name: 'Listen to the recording' })).toBeVisible();
    await onPhone.getByRole('button', { name: 'Send voice message' }).tap();
    const voice = withMouse
      .getByRole('listitem')
      .getByRole('group', { name: /^Voice message, \d seconds?$/ });
    await expect(voice).toBeVisible({ timeout: 30_000 });
    await voice.getByRole('button', { name: 'Play' }).click();
    await expect(voice.getByRole('img', { name: 'Not heard yet' })).toHaveCount(0);
  });

  await test.step('from the room into a private chat', async () => {
    await chooseAction(
      withMouse
        .getByRole('region', { name: 'Messages' })
        .getByRole('listitem')
        .filter({ hasText: 'could you bring chai?' }),
      'Forward',
    );
    const dialog = withMouse.getByRole('dialog', { name: 'Forward this message' });
    await dialog.getByRole('searchbox', { name: 'Search people and rooms' }).fill(kavi.username);
    await dialog.getByRole('checkbox', { name: kavi.username }).check();
    await expectAccessible(withMouse, 'the choice of places');
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(dialog).toBeHidden();
    await withMouse.getByRole('button', { name: 'Open', exact: true }).click();
    const forwarded = withMouse
      .getByRole('region', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ hasText: `Forwarded from ${meera.username}` });
    await expect(forwarded).toContainText(words);
    await onPhone.goto(`/v1/chat/${asha.username}`);
    const received = onPhone
      .getByRole('region', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ hasText: `Forwarded from ${meera.username}` });
    await expect(received).toContainText(words);
    // Reading it leaves nothing unread.
    await expect(onPhone.getByRole('link', { name: /unread.*Chats/ })).toHaveCount(0);
  });

  await test.step('the searches find the edited word and not the former one', async () => {
    await withKeys.keyboard.press('ArrowUp');
    await expect(messageInput(withKeys)).toHaveValue(words);
    for (let presses = 0; presses < 'chai?'.length; presses += 1) await withKeys.keyboard.press('Backspace');
    await withKeys.keyboard.type('filter coffee');
    await withKeys.keyboard.press('Enter');
    await expect(
      withKeys
        .getByRole('region', { name: 'Messages' })
        .getByRole('listitem')
        .filter({ hasText: 'filter coffee' }),
    ).toContainText('edited');
    await withKeys.keyboard.press('Control+f');
    const bar = withKeys.getByRole('search', { name: 'Search messages' });
    await expect(bar.getByLabel('Search in this chat')).toBeFocused();
    await withKeys.keyboard.type('chai');
    await expect(bar.getByRole('status')).toHaveText('Nothing found');
    await withKeys.keyboard.press('Control+a');
    await withKeys.keyboard.type('coffee');
    await expect(bar.getByRole('status')).toContainText('1 of 1');
    await expectAccessible(withKeys, 'the search in a chat');
    await withKeys.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await withKeys.keyboard.press('Control+k');
    await expect(withKeys.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    await withKeys.keyboard.type('coffee');
    const found = withKeys.getByRole('group', { name: 'Messages' }).getByRole('option');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('filter coffee');
    await withKeys.keyboard.press('Control+a');
    await withKeys.keyboard.type('chai');
    await expect(found).toHaveCount(0);
    await withKeys.keyboard.press('Escape');
  });

  await expectAccessible(withMouse, 'a private chat with a forwarded message');
  await expectAccessible(onPhone, 'a private chat with a forwarded message on a phone');
  await expectAccessible(withKeys, 'the conversation by keys');
});
